import { useT } from '#web/kit/i18n/i18n.tsx';
import { CountBadge } from '#web/ui/badge.tsx';
import { useUnread } from './use-unread.ts';

/** The number in the profile menu. */
export function UnreadBadge() {
  const t = useT();
  const count = useUnread();
  return count > 0 ? <CountBadge count={count} max={9} name={t.count('notifications.badge', count)} /> : null;
}
