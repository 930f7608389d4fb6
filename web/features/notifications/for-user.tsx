import type { User } from '#core/contract/accounts/accounts.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { IconLink } from '#web/ui/button.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { useUnreadCount } from './use-unread.ts';

/** What the header has for somebody who is signed in; not part of its first view. Dealers find their desk on home. */
export function ForUser({ user, onCount }: { user: User; onCount: (count: number) => void }) {
  const t = useT();
  const isHome = useAddress().route.path === '/';
  useUnreadCount(onCount);
  if (!isHome || user.role === 'admin' || !isAllowed(user, 'dealer')) return null;
  return (
    <IconLink to="/desk" label={t('desk.title')}>
      <Store size={22} />
    </IconLink>
  );
}
