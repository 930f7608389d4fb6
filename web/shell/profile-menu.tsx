import { type ReactNode, useState } from 'react';
import { useSignOut } from '#web/features/accounts/use-sign-in.ts';
import { NotificationsDialog } from '#web/features/notifications/notifications-dialog.tsx';
import { UnreadBadge } from '#web/features/notifications/unread-badge.tsx';
import { announce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Bell, ChevronRight, type Icon } from '#web/ui/icons.ts';
import { LifeBuoy, LogOut, Settings, Store } from '#web/ui/more-icons.ts';

/** Fixed padding, so that large text has room. */
const line =
  'flex min-h-13 w-full sm:min-h-12 items-center gap-[min(1rem,4vw)] px-[min(1.25rem,5vw)] py-2 text-left font-semibold hover:bg-raised';

interface Props {
  isSignedIn: boolean;
  hasDesk?: boolean;
  onHelp: () => void;
}

/** The menu of the specification. */
export function ProfileMenu({ isSignedIn, hasDesk = false, onHelp }: Props) {
  const t = useT();
  const [isInboxOpen, setInboxOpen] = useState(false);
  return (
    <>
      <ul className="overflow-hidden rounded-card bg-surface py-2 shadow-card">
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setInboxOpen(true)} className={line}>
            <Entry Icon={Bell}>
              <span className="flex items-center gap-2">
                {t('home.notifications')}
                <UnreadBadge />
              </span>
            </Entry>
          </button>
        </li>
        {hasDesk && (
          <li>
            <Link to="/desk" className={line}>
              <Entry Icon={Store}>{t('desk.title')}</Entry>
            </Link>
          </li>
        )}
        <li>
          <Link to="/settings" className={line}>
            <Entry Icon={Settings}>{t('profile.settings')}</Entry>
          </Link>
        </li>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={onHelp} className={line}>
            <Entry Icon={LifeBuoy}>{t('profile.help')}</Entry>
          </button>
        </li>
        {!isSignedIn && (
          <li>
            <Link to="/for-salons" className={line}>
              <Entry Icon={Store}>{t('forSalons.title')}</Entry>
            </Link>
          </li>
        )}
        {isSignedIn && (
          <li>
            <SignOut />
          </li>
        )}
      </ul>
      {isInboxOpen && <NotificationsDialog onClose={() => setInboxOpen(false)} />}
    </>
  );
}

function Entry({ Icon, children }: { Icon: Icon; children: ReactNode }) {
  return (
    <>
      <Icon size={22} className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight size={18} className="shrink-0 text-muted" />
    </>
  );
}

function SignOut() {
  const t = useT();
  const { isPending, mutate } = useSignOut();
  const name = t('auth.logout');
  return (
    <button
      type="button"
      aria-disabled={isPending || undefined}
      onClick={() => (isPending ? announce(name) : mutate())}
      className={`${line} aria-disabled:cursor-default aria-disabled:opacity-55`}
    >
      <LogOut size={22} className="shrink-0 text-brand" />
      {name}
    </button>
  );
}
