import { digitsOfRate, formatAmount, formatRate, NBSP } from '#core/i18n/amount.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

/** What a dollar costs: `1 USD = 95,40 lekë`. */
export function Rate({ rate }: { rate: number }) {
  const t = useT();
  const seen = t('checkout.rate', { rate: formatRate(rate, t.language) });
  return (
    <ScreenReaderText as={t('checkout.rate', { rate: formatLek(rate, t.language, digitsOfRate(rate)) })}>
      {seen}
    </ScreenReaderText>
  );
}

/** Dollars, as they stand on the statement of a card: `56,60 USD`. */
export function Usd({ amount }: { amount: number }) {
  return <ScreenReaderText>{`${formatAmount(amount, useT().language, 2)}${NBSP}USD`}</ScreenReaderText>;
}
