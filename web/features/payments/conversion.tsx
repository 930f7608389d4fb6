import type { ReactNode } from 'react';
import { formatAmount, NBSP } from '#core/i18n/amount.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Spoken } from '#web/ui/spoken.tsx';
import { Lek } from '../deals/price.tsx';
import type { Prepared } from './card-fields.ts';

/** As many decimals as a rate has, two at least. */
const digitsOfRate = (rate: number) => Math.max(2, Math.min(6, String(rate).split('.')[1]?.length ?? 0));

/** What is charged, and how it comes to that. */
export function Conversion({ prepared: { totalALL, totalUSD, exchangeRate } }: { prepared: Prepared }) {
  const t = useT();
  const digits = digitsOfRate(exchangeRate);
  const unit = t.language === 'sq' ? 'lekë' : 'ALL';
  const seen = t('checkout.rate', { rate: `${formatAmount(exchangeRate, t.language, digits)}${NBSP}${unit}` });
  const said = t('checkout.rate', { rate: formatLek(exchangeRate, t.language, digits) });
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-5 shadow-card">
      <p className="text-sm text-quiet">
        <Spoken as={said}>{seen}</Spoken>
      </p>
      <dl className="flex flex-col gap-2">
        <Sum name={t('checkout.totalAll')}>
          <Lek amount={totalALL} />
        </Sum>
        <Sum name={t('checkout.totalUsd')}>
          <span className="font-display text-xl font-semibold numerals">
            <Spoken>{`${formatAmount(totalUSD, t.language, 2)}${NBSP}USD`}</Spoken>
          </span>
        </Sum>
      </dl>
      <p className="text-sm text-quiet">{t('checkout.conversionNote')}</p>
    </section>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
