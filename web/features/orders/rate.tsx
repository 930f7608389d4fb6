import { digitsOfRate, formatAmount, formatLek, formatRate, NBSP } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spoken } from '#web/ui/spoken.tsx';

/** What a dollar costs: `1 USD = 95,40 lekë`. */
export function Rate({ rate }: { rate: number }) {
  const t = useT();
  const seen = t('checkout.rate', { rate: formatRate(rate, t.language) });
  return <Spoken as={t('checkout.rate', { rate: formatLek(rate, t.language, digitsOfRate(rate)) })}>{seen}</Spoken>;
}

/** Dollars, as they stand on the statement of a card: `56,60 USD`. */
export function Usd({ amount }: { amount: number }) {
  return <Spoken>{`${formatAmount(amount, useT().language, 2)}${NBSP}USD`}</Spoken>;
}
