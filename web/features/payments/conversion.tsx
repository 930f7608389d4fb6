import type { ReactNode } from 'react';
import { formatAmount, formatLek, NBSP } from '#core/i18n/format.ts';
import { digitsOfRate, formatRate } from '#core/i18n/rates.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import type { Prepared } from './card-fields.ts';

/** The charged amount and its conversion. */
export function Conversion({ prepared }: { prepared: Prepared }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-5 shadow-card">
      <p className="text-sm text-muted">
        <Rate rate={prepared.exchangeRate} />
      </p>
      <Totals prepared={prepared} />
      <p className="text-sm text-muted">{t('checkout.conversionNote')}</p>
    </section>
  );
}

/** What is paid in lek, and what the card is charged. */
export function Totals({ prepared: { totalALL, totalUSD } }: { prepared: Prepared }) {
  const t = useT();
  return (
    <dl className="flex flex-col gap-1">
      <Sum name={t('checkout.totalAll')}>
        <Lek amount={totalALL} className="font-display text-xl font-semibold" />
      </Sum>
      <Sum name={t('checkout.totalUsd')} className="text-sm text-muted">
        <Usd amount={totalUSD} />
      </Sum>
    </dl>
  );
}

function Sum({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${className}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The exchange rate: `1 USD = 95,40 lekë`. */
export function Rate({ rate }: { rate: number }) {
  const t = useT();
  const seen = t('checkout.rate', { rate: formatRate(rate, t.language) });
  return (
    <ScreenReaderText as={t('checkout.rate', { rate: formatLek(rate, t.language, digitsOfRate(rate)) })}>
      {seen}
    </ScreenReaderText>
  );
}

/** Dollars as on a card statement: `56,60 USD`. */
export function Usd({ amount }: { amount: number }) {
  return (
    <span translate="no">
      <ScreenReaderText>{`${formatAmount(amount, useT().language, 2)}${NBSP}USD`}</ScreenReaderText>
    </span>
  );
}

/** A note that no money moves in the sandbox. */
export function TestNote() {
  const t = useT();
  if (useCards() !== 'sandbox') return null;
  return <p className="rounded-2xl bg-raised p-4 font-semibold">{t('checkout.test')}</p>;
}
