import { useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type Statement, settlements } from '#core/contract/settlements.ts';
import { MIN_PAYOUT } from '#core/domain/settlements.ts';
import { noteOf } from '#core/domain/statement-note.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { formatMonth } from '#core/i18n/month.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';

/** The monthly statements of the own salon, newest first. */
export function Statements() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(settlements.list)],
    queryFn: () => api.call(settlements.list),
    staleTime: 0,
  });
  if (!data) {
    if (codeOfRefusal(error) === 'desk.none') return null;
    if (error) return <MissingPart what={t('statements.failed')} error={error} retry={() => void refetch()} />;
    return <Skeleton className="h-44 rounded-card" />;
  }
  return (
    <CardSection title={t('statements.title')}>
      <p className="text-sm text-muted">{t('statements.lead')}</p>
      {data.length === 0 ? (
        <p>
          <strong>{t('statements.empty')}.</strong> {t('statements.empty.text')}
        </p>
      ) : (
        <ul className="flex flex-col">
          {data.map((statement) => (
            <li key={statement.month} className="flex flex-col gap-1 border-t border-line py-3 first:border-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  to={`/desk/statements/${statement.month}`}
                  className="inline-flex min-h-11 items-center font-semibold underline"
                >
                  {t('statements.of', { month: formatMonth(statement.month, t.language) })}
                </Link>
                <StatementStatus {...statement} />
                <Lek amount={statement.closing} className="ml-auto font-semibold" />
              </div>
              <StatementNote statement={statement} />
            </li>
          ))}
        </ul>
      )}
    </CardSection>
  );
}

/** Of a status. */
export const looks = { open: 'neutral', carried: 'neutral', toPay: 'amber', paid: 'green' } as const;

export function StatementStatus({ status }: Pick<Statement, 'status'>) {
  return <Badge look={looks[status]}>{useT()(`statements.status.${status}`)}</Badge>;
}

/** When it was paid, or why it is not. */
export function StatementNote({ statement }: { statement: Statement }) {
  const t = useT();
  const { paidAt, reference } = statement;
  const note = noteOf(statement);
  if (paidAt)
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {t('statements.paidAt', { date: formatDate(paidAt, t.language), reference: reference ?? '' })}
      </p>
    );
  if (!note) return null;
  return <p className="text-sm text-muted">{t(`statements.${note}`, { amount: formatLek(MIN_PAYOUT, t.language) })}</p>;
}
