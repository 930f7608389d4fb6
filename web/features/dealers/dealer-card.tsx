import type { User } from '#core/contract/accounts/accounts.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { useScrollTo } from './apply-link.tsx';
import { DealerSkeleton } from './dealer-skeleton.tsx';
import { useDealerRequest } from './use-dealer-request.ts';

/** The business of a dealer, with its approved request if there was one. */
export function DealerCard({ user }: { user: User }) {
  const t = useT();
  const { data: request, error } = useDealerRequest(user);
  useScrollTo('apply', request !== undefined);
  if (request === undefined && !error) return <DealerSkeleton />;
  const { nipt, reviewedAt } = request?.status === 'approved' ? request : {};
  return (
    <CardSection id="apply" title={t('dealer.title')}>
      <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2">
        <span className="rounded-full bg-olive px-3 py-1 text-sm font-semibold text-on-olive">
          {t('dealer.approved')}
        </span>
        {nipt && (
          <p className="text-sm text-muted wrap-anywhere">
            NIPT {nipt}
            {reviewedAt && (
              <span className="block">
                {t('dealerRequest.reviewedOn', { date: formatDate(reviewedAt, t.language) })}
              </span>
            )}
          </p>
        )}
      </div>
    </CardSection>
  );
}
