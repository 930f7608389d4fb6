import { Suspense } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

const NotificationList = lazyWithRetry(
  async () => (await import('./notification-list.tsx')).NotificationList,
  ['notifications'],
);

export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('home.notifications')} onClose={onClose}>
      <ErrorBoundary fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
        <Suspense fallback={<Skeletons count={3} className="h-24" />}>
          <NotificationList onClose={onClose} />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  );
}
