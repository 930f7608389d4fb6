import type { ReactNode } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { Lek } from '../deals/price.tsx';
import { Rate, Usd } from '../orders/rate.tsx';
import type { Prepared } from './card-fields.ts';

/** The charge in dollars and its conversion. */
export function Conversion({ prepared: { totalALL, totalUSD, exchangeRate } }: { prepared: Prepared }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-5 shadow-card">
      <p className="text-sm text-quiet">
        <Rate rate={exchangeRate} />
      </p>
      <dl className="flex flex-col gap-2">
        <Sum name={t('checkout.totalAll')}>
          <Lek amount={totalALL} />
        </Sum>
        <Sum name={t('checkout.totalUsd')}>
          <span className="font-display text-xl font-semibold numerals">
            <Usd amount={totalUSD} />
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
