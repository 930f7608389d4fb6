import { useState } from 'react';
import { type AdminClaim, CLAIM_DECISIONS, claims, MAX_CLAIM_TEXT } from '#core/contract/claims.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { ListFilter, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { ClaimTexts } from '#web/features/claims/claim-texts.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Decision = (typeof CLAIM_DECISIONS)[number];

/** Claims of buyers: open ones first are decided here. */
export function ClaimsTab() {
  const t = useT();
  const { filter } = useListState();
  const list = useAdminList(claims.all, { state: filter === 'decided' ? 'decided' : 'open' });
  return (
    <>
      <h2 className="text-2xl">{t('admin.tab.claims')}</h2>
      <ListFilter
        options={[
          { value: 'open', text: t('claims.state.open') },
          { value: 'decided', text: t('claims.state.decided') },
        ]}
      />
      <ListView list={list} empty={t('claims.none')}>
        {(items) => items.map((claim) => <Row key={claim.id} claim={claim} />)}
      </ListView>
    </>
  );
}

function Row({ claim }: { claim: AdminClaim }) {
  const t = useT();
  const [asked, ask] = useState<Decision | null>(null);
  const { salon, buyer, charged, orderId, isDue, state, decidedBy } = claim;
  const amount = charged === null ? t('orders.method.cash') : `${formatAmount(charged, t.language, 2)} USD`;
  return (
    <ClaimTexts claim={claim}>
      <p translate="no" className="text-sm text-muted wrap-anywhere">
        {salon} · {buyer ?? '–'} · {amount} ·{' '}
        <Link to={`/admin?tab=money&open=${orderId}&do=details`} className="underline">
          {t('money.details')}
        </Link>
        {decidedBy && ` · ${decidedBy}`}
      </p>
      {state !== 'decided' && (
        <div className="flex flex-wrap gap-2">
          {CLAIM_DECISIONS.filter((decision) => decision === 'close' || charged !== null).map((decision) => (
            <Button
              key={decision}
              variant={decision === 'refund' ? 'danger' : 'secondary'}
              disabled={!isDue}
              aria-haspopup="dialog"
              onClick={() => ask(decision)}
            >
              {decision === 'refund' ? t('money.refundAll', { amount }) : t('claims.decide.close')}
            </Button>
          ))}
          {!isDue && <p className="self-center text-sm text-muted">{t('claims.waiting')}</p>}
        </div>
      )}
      {asked && <Decide claim={claim} decision={asked} amount={amount} onClose={() => ask(null)} />}
    </ClaimTexts>
  );
}

interface DecideProps {
  claim: AdminClaim;
  decision: Decision;
  amount: string;
  onClose: () => void;
}

function Decide({ claim: { id, title, salon, buyer }, decision, amount, onClose }: DecideProps) {
  const t = useT();
  const refresh = useRefresh();
  const isRefund = decision === 'refund';
  return (
    <ConfirmDialog
      title={t(`claims.decide.${decision}`)}
      action={isRefund ? t('money.refundAll', { amount }) : t('claims.decide.close')}
      pending={t('money.saving')}
      {...(isRefund && { variant: 'danger' as const })}
      notes={{ label: t('claims.decide.reason'), minLength: 3, maxLength: MAX_CLAIM_TEXT, isRequired: true }}
      failed={t('claims.failed')}
      send={(reason = '') => api.call(claims.decide, { params: { id }, body: { decision, reason } })}
      onDone={() => {
        onClose();
        toast({ tone: 'done', title: t(`claims.decision.${decision}`) });
        refresh();
      }}
      onClose={onClose}
    >
      <p translate="no" className="wrap-anywhere">
        {title} · {salon} · {buyer ?? '–'}
      </p>
    </ConfirmDialog>
  );
}
