import { RequireUser, SignInDoor } from '../features/accounts/require-user.tsx';
import { DealCard } from '../features/deals/deal-card.tsx';
import { DealGrid, DealSkeletons } from '../features/deals/deal-grid.tsx';
import { useGuestFavorites } from '../features/favorites/guest-favorites.ts';
import { SaveHeart } from '../features/favorites/save-button.tsx';
import { useFavorites, useHearts } from '../features/favorites/use-favorites.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { reasonOf } from '../kit/reason.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Problem } from '../ui/problem.tsx';

export function Page() {
  const t = useT();
  const { saved = [] } = useFavorites();
  useHead({ title: `${t('favorites.title')} | ${t('app.name')}` });
  return (
    <div className="flex flex-col gap-5">
      <h1 className="flex flex-wrap items-center gap-3 text-3xl">
        {t('favorites.title')}
        {saved.length > 0 && (
          <span className="rounded-full bg-raised px-3 py-1 font-sans text-sm font-semibold tracking-normal text-quiet">
            {t.count('favorites.count', saved.length)}
          </span>
        )}
      </h1>
      <RequireUser waiting={<DealSkeletons count={3} />} door={<GuestDoor />}>
        {() => <SavedDeals />}
      </RequireUser>
    </div>
  );
}

function GuestDoor() {
  const t = useT();
  const onDevice = useGuestFavorites();
  return (
    <SignInDoor
      title={t('favorites.signIn.title')}
      text={onDevice.length > 0 ? t.count('favorites.onDevice', onDevice.length) : undefined}
    />
  );
}

function SavedDeals() {
  const t = useT();
  const hearts = useHearts();
  const { saved, error, refetch } = useFavorites();
  if (!saved)
    return error ? <Problem text={reasonOf(error, t)} retry={() => void refetch()} /> : <DealSkeletons count={3} />;
  if (saved.length === 0) {
    return (
      <EmptyState art="favorites-empty" title={t('favorites.empty.title')} text={t('favorites.empty.text')}>
        <ButtonLink to="/">{t('favorites.empty.action')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <DealGrid label={t('favorites.title')}>
      {saved.map(({ dealId, deal }, index) => (
        <li key={dealId}>
          <DealCard deal={deal} level="h2" first={index === 0}>
            <SaveHeart deal={deal} hearts={hearts} />
          </DealCard>
        </li>
      ))}
    </DealGrid>
  );
}
