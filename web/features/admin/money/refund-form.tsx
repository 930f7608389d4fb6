import { adminMoney, type OrderDetail, REFUND_REASONS, RefundInput } from '#core/contract/admin/money.ts';
import { claims, MAX_CLAIM_TEXT, RefundReason } from '#core/contract/claims.ts';
import { toLek, toQindarka } from '#core/domain/money.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-fields.tsx';

type Unit = OrderDetail['items'][number]['vouchers'][number];

interface RefundProps {
  order: OrderDetail;
  /** Null for all units that are not redeemed. */
  unit: Unit | null;
  onDone: () => void;
}

/** The units that a refund is about by line, in lek and in dollars. */
function refundedOf({ items, refundable }: OrderDetail, unit: Unit | null) {
  const isMeant = (voucher: Unit) =>
    unit
      ? voucher.id === unit.id
      : voucher.status !== 'redeemed' && (!voucher.refund || voucher.refund.status === 'failed');
  const lines = items.flatMap((item) => {
    const count = item.vouchers.filter(isMeant).length;
    return count > 0 ? [{ ...item, quantity: count }] : [];
  });
  const lek = lines.reduce((sum, { price, quantity }) => sum + toQindarka(price) * quantity, 0);
  return { lines, lek: toLek(lek), dollars: unit ? (unit.charged ?? 0) : refundable };
}

/** Says what is refunded, to whom and how much. Of a redeemed unit through a claim, so that there is a reason. */
export function RefundForm({ order, unit, onDone }: RefundProps) {
  const t = useT();
  const { language } = t;
  const { lines, lek, dollars } = refundedOf(order, unit);
  const usd = `${formatAmount(dollars, language, 2)} USD`;
  const isUsed = unit?.status === 'redeemed';
  const submission = useSubmit({
    shape: isUsed ? RefundReason : RefundInput,
    start: isUsed ? {} : { reason: 'requested' },
    send: async ({ reason }) => {
      if (!isUsed || !unit) {
        const body = { reason: reason as (typeof REFUND_REASONS)[number], ...(unit && { voucherIds: [unit.id] }) };
        return void (await api.call(adminMoney.refund, { params: { id: order.id }, body }));
      }
      await api.call(claims.refundUsed, { params: { id: unit.id }, body: { reason } });
    },
    onDone,
    leaves: true,
    failed: t('money.refundFailed'),
    failedTitle: t('money.refundFailed'),
  });
  const facts: [name: string, value: string][] = [
    [t('money.refund.deals'), lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')],
    [t('money.refund.salon'), [...new Set(lines.map(({ businessName }) => businessName))].join(', ')],
    [t('money.buyer'), order.buyer?.email ?? '–'],
    [t('money.amount'), `${formatLek(lek, language)} · ${usd}`],
  ];
  return (
    <Form
      submission={submission}
      action={t('money.refundAll', { amount: usd })}
      pending={t('money.saving')}
      hasCancel
      isTold
    >
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="wrap-anywhere sm:contents">
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="font-semibold">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('money.refund.toCard')}</p>
      {isUsed ? (
        <TextArea name="reason" label={t('money.refundUsed')} maxLength={MAX_CLAIM_TEXT} />
      ) : (
        <SelectField
          name="reason"
          label={t('money.reason')}
          options={REFUND_REASONS.map((value) => ({ value, text: t(`money.reason.${value}`) }))}
        />
      )}
    </Form>
  );
}
