import { Suspense, useState } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { CountBubble } from '#web/ui/count-bubble.tsx';
import { Bell } from '#web/ui/icons.ts';

const NotificationsDialog = lazyWithRetry(async () => (await import('./notifications-dialog.tsx')).NotificationsDialog);
const ForUser = lazyWithRetry(async () => (await import('./for-user.tsx')).ForUser, ['later']);

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
            <ForUser key={visitor.user.id} user={visitor.user} onCount={setCount} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isOpen && (
        <Suspense>
          <NotificationsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
