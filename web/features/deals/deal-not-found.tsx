import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/problem.tsx';

export function DealNotFound({ level = 'h1' }: { level?: 'h1' | 'h2' }) {
  const t = useT();
  return (
    <EmptyState level={level} art="not-found" title={t('deal.notFound.title')} text={t('deal.notFound.text')}>
      <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
    </EmptyState>
  );
}
