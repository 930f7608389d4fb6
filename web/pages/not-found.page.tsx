import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/problem.tsx';

export function Page() {
  const t = useT();
  useHead({ title: `${t('notFound.title')} | ${t('app.name')}`, status: 404 });
  return (
    <EmptyState level="h1" art="not-found" title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
    </EmptyState>
  );
}
