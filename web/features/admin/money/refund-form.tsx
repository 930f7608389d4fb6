import { adminMoney, type OrderDetail, REFUND_REASONS, RefundInput } from '#core/contract/admin/money.ts';
import { sharesOf, toLek, toQindarka } from '#core/domain/money.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';

interface RefundProps {
  order: OrderDetail;
  /** Null for all that is left. */
  position: number | null;
  onDone: () => void;
}

/** The lines that a refund is about, and what it gives back in dollars, as the server computes it. */
function refundedOf({ items, charge, refundable }: OrderDetail, position: number | null) {
  const lines = items.filter((item, index) => (position === null ? !item.refund : index + 1 === position));
  const lek = items.map(({ price, quantity }) => toQindarka(price) * quantity);
  const shares = sharesOf(Math.round((charge?.amount ?? 0) * 100), lek);
  return { lines, dollars: position === null ? refundable : (shares[position - 1] ?? 0) / 100 };
}

/** Says what is given back, to whom and how much. */
export function RefundForm({ order, position, onDone }: RefundProps) {
  const t = useT();
  const { language } = t;
  const { lines, dollars } = refundedOf(order, position);
  const lek = lines.reduce((sum, { price, quantity }) => sum + toQindarka(price) * quantity, 0);
  const usd = `${formatAmount(dollars, language, 2)} USD`;
  const submission = useSubmit({
    shape: RefundInput,
    start: { reason: 'requested', ...(position !== null && { positions: [position] }) },
    send: ({ reason }) =>
      api.call(adminMoney.refund, {
        params: { id: order.id },
        body: { reason, ...(position !== null && { positions: [position] }) },
      }),
    onDone,
    leaves: true,
    failed: t('money.refundFailed'),
    failedTitle: t('money.refundFailed'),
  });
  const facts: [name: string, value: string][] = [
    [t('money.refund.deals'), lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')],
    [t('money.refund.salon'), [...new Set(lines.map(({ businessName }) => businessName))].join(', ')],
    [t('money.buyer'), order.buyer?.email ?? '–'],
    [t('money.amount'), `${formatLek(toLek(lek), language)} · ${usd}`],
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
      <SelectField
        name="reason"
        label={t('money.reason')}
        options={REFUND_REASONS.map((value) => ({ value, text: t(`money.reason.${value}`) }))}
      />
    </Form>
  );
}
