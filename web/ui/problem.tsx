import { useT } from '../kit/i18n.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** A screen whose data could not be fetched: what happened and a way to try again. */
export function Problem({ text, retry }: { text?: string | undefined; retry: () => void }) {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState art="offline" title={t('errorFallback.title')} text={text ?? t('error.network')}>
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
      </EmptyState>
    </div>
  );
}
