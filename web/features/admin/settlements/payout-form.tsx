import { adminSettlements, PayoutInput, type Settlement } from '#core/contract/admin/settlements.ts';
import type { Statement } from '#core/contract/settlements.ts';
import { formatLek } from '#core/i18n/format.ts';
import { formatMonth } from '#core/i18n/month.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';

interface Props {
  settlement: Settlement;
  statement: Statement;
  onDone: () => void;
}

/** Records the bank transfer that pays a statement; asks who does it for their password. */
export function PayoutForm({ settlement: { salonId, salon }, statement: { month, closing }, onDone }: Props) {
  const t = useT();
  const visitor = useUser();
  const submission = useSubmit({
    shape: PayoutInput,
    send: (body) => api.call(adminSettlements.pay, { params: { salonId, month }, body }),
    onDone,
    leaves: true,
    failed: t('settlements.pay.failed'),
    failedTitle: t('settlements.pay.failed'),
  });
  return (
    <Form submission={submission} action={t('settlements.pay')} pending={t('money.saving')} hasCancel isTold>
      <p translate="no" className="font-semibold wrap-anywhere">
        {salon}
      </p>
      <p>
        {t('settlements.statement', { month: formatMonth(month, t.language) })}
        <br />
        {t('settlements.pay.amount')}: <strong translate="no">{formatLek(closing, t.language)}</strong>
      </p>
      <TextField name="reference" label={t('settlements.pay.reference')} maxLength={60} autoComplete="off" />
      {visitor.state === 'user' && <OwnerField user={visitor.user} />}
    </Form>
  );
}
