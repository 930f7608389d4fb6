import { Suspense, useState } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { CountBubble } from '#web/ui/count-bubble.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Bell } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

const NotificationList = lazyWithRetry(
  async () => (await import('./notification-list.tsx')).NotificationList,
  ['notifications'],
);
const UnreadCount = lazyWithRetry(async () => (await import('./use-unread.ts')).UnreadCount);

/** The bell of the header. */
export function Notifications() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  const visitor = useUser();
  return (
    <>
      <IconButton
        label={`${t('home.notifications')}${count > 0 ? `, ${t.count('notifications.badge', count)}` : ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="relative">
          <Bell size={22} />
          <CountBubble count={count} max={9} />
        </span>
      </IconButton>
      {visitor.state === 'user' && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <UnreadCount key={visitor.user.id} onChange={setCount} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isOpen && <NotificationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

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
