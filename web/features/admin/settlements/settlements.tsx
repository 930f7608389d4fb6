import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSettlements, SETTLEMENT_FILTERS, type Settlement } from '#core/contract/admin/settlements.ts';
import { shownIban } from '#core/domain/iban.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { formatMonth } from '#core/i18n/month.ts';
import { ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { searchedById, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { looks } from '#web/features/desk/statements.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { PayoutForm } from './payout-form.tsx';

const source = searchedById(adminSettlements.list, ({ salonId }) => salonId);
const chosen = SETTLEMENT_FILTERS.filter((each) => each !== '');
const actionsOf = ({ isPayable }: Settlement) => (isPayable ? (['pay'] as const) : []);

/** What is owed to salons of card takings, and the statements to pay. */
export function SettlementList() {
  const t = useT();
  const refresh = useRefresh();
  const { q, filter: wanted } = useListState();
  const filter = chosen.find((each) => each === wanted);
  const list = useAdminList(adminSettlements.list, { ...(q && { q }), ...(filter && { filter }) });
  const { opened, open, close } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('settlements.search')} />
        <ListFilter
          options={[
            { value: 'all', text: t('settlements.all') },
            ...chosen.map((value) => ({ value, text: t(`settlements.filter.${value}`) })),
          ]}
        />
      </div>
      <ListView list={list} empty={t(q || filter ? 'settlements.empty.filtered' : 'settlements.empty')}>
        {(items) =>
          items.map((settlement) => (
            <SettlementRow
              key={settlement.salonId}
              settlement={settlement}
              onPay={() => open(settlement.salonId, 'pay')}
            />
          ))
        }
      </ListView>
      {opened?.row.statement && (
        <FormDialog title={t('settlements.pay')} onClose={close}>
          <PayoutForm
            settlement={opened.row}
            statement={opened.row.statement}
            onDone={() => {
              close();
              toast({ tone: 'done', title: t('settlements.pay.done') });
              refresh();
            }}
          />
        </FormDialog>
      )}
    </>
  );
}

function SettlementRow({ settlement, onPay }: { settlement: Settlement; onPay: () => void }) {
  const t = useT();
  const { language } = t;
  const { salon, slug, ownerState, balance, statement, isPayable, canUndo } = settlement;
  return (
    <article className="flex flex-col gap-2 rounded-card bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-2">
        {statement && <Badge look={looks[statement.status]}>{t(`settlements.status.${statement.status}`)}</Badge>}
        {ownerState !== 'active' && <Badge look="red">{t(`settlements.owner.${ownerState}`)}</Badge>}
      </div>
      <h3 className="text-lg wrap-anywhere">
        <Link to={`/salon/${slug}`} translate="no" className="underline">
          {salon}
        </Link>
      </h3>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{t('settlements.balance')}</dt>
        <dd translate="no" className="font-semibold numerals">
          {formatLek(balance, language)}
        </dd>
        <dt className="text-muted">
          {statement
            ? t('settlements.statement', { month: formatMonth(statement.month, language) })
            : t('settlements.noStatement')}
        </dt>
        <dd translate="no" className="font-semibold numerals">
          {statement && formatLek(statement.closing, language)}
        </dd>
        <dt className="text-muted">{t('settlements.bank')}</dt>
        <dd className="wrap-anywhere">
          <BankAccount key={settlement.bank?.last4} settlement={settlement} />
        </dd>
      </dl>
      {statement?.paidAt && (
        <p className="text-sm text-muted wrap-anywhere">
          {t('settlements.paidAt', {
            date: formatDateTime(statement.paidAt, language),
            reference: statement.reference ?? '–',
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isPayable && (
          <Button aria-haspopup="dialog" aria-label={t('settlements.pay.of', { salon })} onClick={onPay}>
            {t('settlements.pay')}
          </Button>
        )}
        {canUndo && statement && <UndoButton settlement={settlement} month={statement.month} />}
      </div>
    </article>
  );
}

/** The last four characters; the whole IBAN on demand, each view of which is in the audit log. */
function BankAccount({ settlement: { salonId, salon, bank } }: { settlement: Settlement }) {
  const t = useT();
  const [iban, setIban] = useState<string | null>(null);
  const show = useMutation({
    mutationFn: () => api.call(adminSettlements.bank, { params: { salonId } }),
    onSuccess: (whole) => setIban(whole?.iban ?? null),
    onError: (error) => toastFailure(error, { t, title: t('settlements.iban.failed'), text: reasonOf(error, t) }),
  });
  if (!bank) return <span className="text-muted">{t('settlements.noBank')}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span translate="no">
        <span className="font-semibold numerals">{iban === null ? `… ${bank.last4}` : shownIban(iban)}</span>
        {` · ${bank.holder}`}
      </span>
      {iban === null && (
        <Button
          variant="secondary"
          isPending={show.isPending}
          aria-label={t('settlements.showIban.of', { salon })}
          onClick={() => show.mutate()}
        >
          {t('settlements.showIban')}
        </Button>
      )}
    </span>
  );
}

function UndoButton({ settlement: { salonId, salon }, month }: { settlement: Settlement; month: string }) {
  const t = useT();
  const refresh = useRefresh();
  const undo = useMutation({
    mutationFn: () => api.call(adminSettlements.undoPay, { params: { salonId, month } }),
    onSuccess: () => {
      toast({ tone: 'done', title: t('settlements.undo.done') });
      refresh();
    },
    onError: (error) => toastFailure(error, { t, title: t('settlements.undo.failed'), text: reasonOf(error, t) }),
  });
  return (
    <Button
      variant="secondary"
      isPending={undo.isPending}
      aria-label={t('settlements.undo.of', { salon })}
      onClick={() => undo.mutate()}
    >
      {t('settlements.undo')}
    </Button>
  );
}
