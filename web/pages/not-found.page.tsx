import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/problem.tsx';

export function Page() {
  const t = useT();
  useHead({ title: `${t('notFound.title')} | ${t('app.name')}`, status: 404 });
  return (
    <EmptyState level="h1" art="not-found" title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
    </EmptyState>
  );
}
