import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { FIGURE_DAYS, FIGURE_STEPS, type Figures as Found, figures } from '#core/contract/figures.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { addressIn } from '#core/i18n/language.ts';
import { titleOf } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';

const USUAL_DAYS = '30';
/** A share of fewer says nothing. */
const MIN_BEFORE = 10;

/** From views to reviews, of the period and the deal in the address (`days`, `deal`). */
export function Figures() {
  const t = useT();
  const asked = useParameter('days');
  const dealId = useParameter('deal') ?? undefined;
  const days = FIGURE_DAYS.find((each) => each === asked) ?? USUAL_DAYS;
  const query = { days, dealId };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [urlOf(figures.get, { query })],
    queryFn: () => api.call(figures.get, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!data) {
    // A dealer who has no salon and sold nothing yet.
    if (codeOfRefusal(error) === 'desk.none')
      return <EmptyState art="no-results" title={t('figures.empty')} text={t('figures.empty.text')} />;
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={3} className="h-56" />;
  }
  return (
    <div className="flex flex-col gap-5">
      <Choices days={days} dealId={dealId} deals={data.deals} />
      <div className={`flex flex-col gap-5 ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {isEmpty(data) ? (
          <EmptyState art="no-results" title={t('figures.empty')} text={t('figures.empty.text')} />
        ) : (
          <>
            <Funnel {...data} />
            <Sales {...data} />
          </>
        )}
      </div>
      <p>
        <a
          href={addressIn(t.language, urlOf(figures.sales, { query }))}
          download
          className="inline-flex min-h-11 items-center text-sm font-semibold text-brand hover:underline"
        >
          {t('figures.download')}
        </a>
      </p>
    </div>
  );
}

const isEmpty = ({ steps, before, perDay }: Found) =>
  FIGURE_STEPS.every((step) => steps[step] + before[step] === 0) &&
  perDay.every(({ sold, takings }) => sold + takings === 0);

function Choices({ days, dealId, deals }: { days: string; dealId: string | undefined; deals: Found['deals'] }) {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const choose = (changes: Record<string, string | null>) => void navigate(addressWith(address, changes));
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3 text-sm">
      <Choice
        label={t('figures.period')}
        value={days}
        options={FIGURE_DAYS.map((each) => [each, t('figures.days', { days: each })])}
        onChange={(value) => choose({ days: value === USUAL_DAYS ? null : value })}
      />
      {deals.length > 0 && (
        <Choice
          label={t('figures.deal')}
          value={dealId ?? ''}
          options={[
            ['', t('figures.deal.all')],
            ...deals.map((deal) => [deal.id, titleOf(deal, t)] as [string, string]),
          ]}
          onChange={(value) => choose({ deal: value || null })}
        />
      )}
    </div>
  );
}

function Funnel({ steps, before }: Found) {
  const t = useT();
  const most = Math.max(1, ...FIGURE_STEPS.map((step) => steps[step]));
  return (
    <CardSection title={t('figures.funnel')}>
      <p className="text-sm text-muted">{t('figures.lead')}</p>
      <ol className="flex flex-col gap-4">
        {FIGURE_STEPS.map((step, index) => {
          const previous = FIGURE_STEPS[index - 1];
          const share = previous && shareOf(steps[step], steps[previous]);
          return (
            <li key={step} className="flex flex-col gap-1">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold">{t(`figures.step.${step}`)}</span>
                <span className="ml-auto font-display text-lg font-semibold numerals">
                  {formatAmount(steps[step], t.language)}
                </span>
              </p>
              <span aria-hidden="true" className="h-3 overflow-hidden rounded-full bg-raised">
                <span
                  className="block h-full rounded-full bg-current text-brand"
                  style={{ width: `${(steps[step] / most) * 100}%` }}
                />
              </span>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted numerals">
                {share != null && (
                  <span>
                    {t('figures.share', { percent: formatAmount(share, t.language, share < 10 && share > 0 ? 1 : 0) })}
                  </span>
                )}
                <Change by={steps[step] - before[step]} />
              </p>
            </li>
          );
        })}
      </ol>
    </CardSection>
  );
}

/** In percent; null where it says nothing. */
const shareOf = (count: number, previous: number): number | null =>
  previous < MIN_BEFORE || count > previous ? null : (count / previous) * 100;

function Change({ by }: { by: number }) {
  const t = useT();
  if (by === 0) return <span>{t('figures.same')}</span>;
  return <span>{t(by > 0 ? 'figures.more' : 'figures.less', { count: formatAmount(Math.abs(by), t.language) })}</span>;
}

function Sales({ perDay, repeatBuyers }: Found) {
  const t = useT();
  const { language } = t;
  const sum = (column: 'sold' | 'takings') => perDay.reduce((all, day) => all + Math.round(day[column] * 100), 0) / 100;
  const charts = [
    { id: 'sold', caption: t('figures.soldPerDay'), name: t('figures.sold'), look: 'text-brand' },
    { id: 'takings', caption: t('figures.takingsPerDay'), name: t('figures.takings'), look: 'text-olive' },
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-3">
        {(
          [
            [t('figures.totalSold'), formatAmount(sum('sold'), language)],
            [t('figures.totalTakings'), <Lek key="lek" amount={sum('takings')} />],
            [t('figures.repeatBuyers'), formatAmount(repeatBuyers, language)],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 rounded-card bg-surface p-4 shadow-card">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-semibold numerals">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{t('figures.notes')}</p>
      {charts.map(({ id, caption, name, look }) => (
        <div key={id} className="rounded-card bg-surface p-4 shadow-card sm:p-5">
          <BarChart
            caption={caption}
            ofBars={t('figures.day')}
            showTable={t('figures.asTable')}
            series={[{ id, name, look }]}
            format={(value) => formatAmount(value, language)}
            bars={perDay.map((each) => ({ name: formatDate(`${each.day}T12:00:00Z`, language), values: [each[id]] }))}
          />
        </div>
      ))}
    </>
  );
}
