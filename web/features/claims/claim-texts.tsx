import type { ReactNode } from 'react';
import type { Claim } from '#core/contract/claims.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';

const looks = { waitingForSalon: 'amber', answered: 'amber', decided: 'neutral' } as const;

/** A claim with its texts in their order: of the buyer, the salon and the administrator. */
export function ClaimTexts({ claim, children }: { claim: Claim; children?: ReactNode }) {
  const t = useT();
  const { kind, text, state, answer, decision, reason, createdAt, answerBy } = claim;
  return (
    <article className="flex flex-col gap-3 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 lang={langOf(claim.titleEn, t)} className="text-lg wrap-anywhere">
          {titleOf(claim, t)}
        </h3>
        <Badge look={looks[state]}>{t(decision ? `claims.decision.${decision}` : `claims.state.${state}`)}</Badge>
      </div>
      <p className="text-sm text-muted">
        {t(`claims.kind.${kind}`)} · <time dateTime={createdAt}>{formatDateTime(createdAt, t.language)}</time>
        {state === 'waitingForSalon' && ` · ${t('claims.answerBy', { date: formatDate(answerBy, t.language) })}`}
      </p>
      <dl className="flex flex-col gap-2 wrap-anywhere [&_dt]:text-sm [&_dt]:text-muted">
        {text && <Said name={t('claims.by.buyer')} text={text} />}
        {answer && <Said name={t('claims.by.salon')} text={answer} />}
        {reason && <Said name={t('claims.by.admin')} text={reason} />}
      </dl>
      {children}
    </article>
  );
}

const Said = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd className="whitespace-pre-line">{text}</dd>
  </div>
);
