import { useT } from '#web/kit/i18n.tsx';
import { useCards } from '#web/kit/shop-config.ts';
import { Lek } from './price.tsx';

/** What one pays when, and the three steps from here to the salon; where cards are taken the order is shown there, however it is paid. */
export function HowItWorks({ price, level: Title }: { price: number; level: 'h2' | 'h3' }) {
  const t = useT();
  const cards = useCards();
  const steps = cards
    ? [t('deal.how.choose'), t('deal.how.arrange'), t('deal.how.show')]
    : [t('deal.how.order'), t('deal.how.book'), t('deal.how.pay')];
  return (
    <section aria-labelledby="how" className="flex flex-col gap-3 rounded-2xl border border-line p-4">
      <Title id="how" className="text-lg">
        {t('deal.how.title')}
      </Title>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
        {!cards && <Sum name={t('deal.how.now')} amount={0} />}
        <Sum name={t('deal.how.later')} amount={price} />
        {cards && <Sum name={t('deal.how.byCard')} amount={price} />}
      </dl>
      <ol className="flex flex-col gap-2 border-t border-line pt-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-sm">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-xs font-semibold text-brand"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Lek amount={amount} className="font-semibold" />
      </dd>
    </div>
  );
}
