import type { ReactNode } from 'react';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { DealCard } from '#web/features/deals/deal-card.tsx';
import { DealGrid, DealSkeletons } from '#web/features/deals/deal-grid.tsx';
import { SaveHeart, useFavorites, useHearts } from '#web/features/favorites/favorites.tsx';
import { useGuestFavorites } from '#web/features/favorites/guest-favorites.ts';
import { FollowedSalons } from '#web/features/follows/follows.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';

export function Page() {
  const t = useT();
  const { saved = [] } = useFavorites({ ofGuestsToo: true });
  useHead({ title: `${t('favorites.title')} | ${t('app.name')}` });
  return (
    <div className="flex flex-col gap-5">
      <h1 className="flex flex-wrap items-center gap-3 text-3xl">
        {t('favorites.title')}
        {saved.length > 0 && (
          <span className="rounded-full bg-raised px-3 py-1 font-sans text-sm font-semibold tracking-normal text-muted">
            {t.count('favorites.count', saved.length)}
          </span>
        )}
      </h1>
      <RequireUser waiting={<DealSkeletons count={3} />} door={<SavedByGuest />}>
        {() => (
          <>
            <SavedDeals empty={<NothingSaved />} />
            <FollowedSalons />
          </>
        )}
      </RequireUser>
    </div>
  );
}

/** A guest without saved deals need not wait. */
function SavedByGuest() {
  const t = useT();
  const onDevice = useGuestFavorites();
  const { saved } = useFavorites({ ofGuestsToo: true });
  const door = <SignInDoor title={t('favorites.signIn.title')} />;
  return (saved ?? onDevice).length === 0 ? door : <SavedDeals above={<KeptHere />} empty={door} />;
}

/** How long guests' favorites are kept, and how to keep them longer. */
function KeptHere() {
  const t = useT();
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-2xl bg-raised p-4 text-sm">
      <span className="min-w-0 flex-[1_1_10rem]">{t('favorites.onDevice')}</span>
      <ButtonLink variant="secondary" to={signInAddress('/favorites')}>
        {t('favorites.signIn.action')}
      </ButtonLink>
    </p>
  );
}

function NothingSaved() {
  const t = useT();
  return (
    <EmptyState art="favorites-empty" title={t('favorites.empty.title')} text={t('favorites.empty.text')}>
      <ButtonLink to="/">{t('favorites.empty.action')}</ButtonLink>
    </EmptyState>
  );
}

/** `above` appears together with the list, to avoid layout shift. */
function SavedDeals({ above, empty }: { above?: ReactNode; empty: ReactNode }) {
  const t = useT();
  const hearts = useHearts();
  const { saved, error, refetch } = useFavorites({ ofGuestsToo: true });
  if (!saved)
    return error ? <Problem text={reasonOf(error, t)} retry={() => void refetch()} /> : <DealSkeletons count={3} />;
  if (saved.length === 0) return empty;
  return (
    <>
      {above}
      <DealGrid label={t('favorites.title')}>
        {saved.map(({ dealId, deal }, index) => (
          <li key={dealId}>
            <DealCard deal={deal} level="h2" first={index === 0}>
              <SaveHeart deal={deal} hearts={hearts} />
            </DealCard>
          </li>
        ))}
      </DealGrid>
    </>
  );
}
