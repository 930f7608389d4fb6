/** The dialog of a deal that was opened from a list: there at once, with the way out, whatever its content waits for. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import { titlePart } from '#web/features/deals/deal-words.tsx';
import { dealQuery } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { lazyWithRetry, reloadPage } from '#web/kit/lazy.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingFallback } from '#web/ui/loading.tsx';

export const DealModal = lazyWithRetry(async () => (await import('./deal-modal.tsx')).DealModal, ['deal'], reloadPage);

/** Has the deal's own address; closing goes back. */
export function OpenedDeal({ children = <DealModal /> }: { children?: ReactNode }) {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const { preview } = state as { preview?: DealCard };
  const { data = preview, error } = useQuery(dealQuery(api, pathname.split('/')[2] ?? ''));
  const waiting = error ? 'errorFallback.title' : 'common.loading';
  const { text: title, lang } = data
    ? titlePart(data, t)
    : { text: t(data === null ? 'deal.notFound.title' : waiting), lang: undefined };
  useEffect(() => {
    const before = document.title;
    document.title = `${title} | ${t('app.name')}`;
    return () => {
      document.title = before;
    };
  }, [title, t]);
  return (
    <Dialog bare title={title} lang={lang} onClose={() => navigate(-1)}>
      <Suspense fallback={<LoadingFallback level="h2" />}>{children}</Suspense>
    </Dialog>
  );
}
