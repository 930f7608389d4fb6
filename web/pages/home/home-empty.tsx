import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface Props {
  search: string;
  failed: boolean;
  clear: () => void;
  /** Asks the same in all of Albania; null when that is what was asked. */
  everywhere: (() => void) | null;
  retry: () => void;
}

export function HomeEmpty({ search, failed, clear, everywhere, retry }: Props) {
  const t = useT();
  if (failed) {
    return (
      <EmptyState art="offline" title={t('home.empty.title')} text={t('error.fetchDeals')}>
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art="no-results"
      title={t('home.empty.title')}
      text={search ? t('home.empty.search', { search }) : t('home.empty.category')}
    >
      {everywhere && <Button onClick={everywhere}>{t('home.empty.searchAll')}</Button>}
      {search && (
        <Button look="quiet" onClick={clear}>
          {t('home.empty.clear')}
        </Button>
      )}
    </EmptyState>
  );
}
