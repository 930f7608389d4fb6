import { formatAmount, NBSP } from '#core/i18n/amount.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spoken } from '#web/ui/spoken.tsx';

/** As many decimals as a rate has, two at least. */
const digitsOf = (rate: number) => Math.max(2, Math.min(6, String(rate).split('.')[1]?.length ?? 0));

/** What a dollar costs: `1 USD = 95,40 lekë`. */
export function Rate({ rate }: { rate: number }) {
  const t = useT();
  const digits = digitsOf(rate);
  const unit = t.language === 'sq' ? 'lekë' : 'ALL';
  const seen = t('checkout.rate', { rate: `${formatAmount(rate, t.language, digits)}${NBSP}${unit}` });
  return <Spoken as={t('checkout.rate', { rate: formatLek(rate, t.language, digits) })}>{seen}</Spoken>;
}

/** Dollars, as they stand on the statement of a card: `56,60 USD`. */
export function Usd({ amount }: { amount: number }) {
  return <Spoken>{`${formatAmount(amount, useT().language, 2)}${NBSP}USD`}</Spoken>;
}
