import { useAnnounce } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, Offline } from '#web/ui/problem.tsx';

/** The heading that says so. */
export const NOTHING_FOUND = 'nothing-found';

interface Props {
  search: string;
  failed: boolean;
  /** Where the list is without bounds of price; null when it has none. */
  unbound: string | null;
  clear: () => void;
  /** Asks the same in all of Albania; null when that is what was asked. */
  everywhere: (() => void) | null;
  retry: () => void;
}

export function HomeEmpty({ search, failed, unbound, clear, everywhere, retry }: Props) {
  const t = useT();
  const offline = useOffline();
  useAnnounce(failed && !offline && t('error.fetchDeals'));
  if (failed && offline) return <Offline />;
  if (failed) {
    return (
      <EmptyState art="offline" title={t('error.fetchDeals')}>
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  }
  if (unbound !== null) {
    return (
      <EmptyState art="no-results" title={t('home.empty.title')} titleId={NOTHING_FOUND} text={t('find.empty')}>
        <ButtonLink to={unbound}>{t('find.clear')}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art="no-results"
      title={t('home.empty.title')}
      titleId={NOTHING_FOUND}
      text={search ? t('home.empty.search', { search }) : t('home.empty.category')}
    >
      {everywhere && <Button onClick={everywhere}>{t(search ? 'home.empty.searchAll' : 'home.empty.seeAll')}</Button>}
      {search && (
        <Button variant="secondary" onClick={clear}>
          {t('home.empty.clear')}
        </Button>
      )}
    </EmptyState>
  );
}
