import { type ReactNode, useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { useSignOut } from '../features/accounts/use-sign-in.ts';
import { InboxDialog } from '../features/inbox/inbox.tsx';
import { useRoutes } from '../kit/address.ts';
import { announce } from '../kit/announce.tsx';
import { useT } from '../kit/i18n.tsx';
import { lazyWithRetry } from '../kit/lazy.tsx';
import { Link } from '../kit/link.tsx';
import type { PageRoute } from '../kit/page.tsx';
import { Bell, ChevronRight, type Icon, LifeBuoy, LogOut, Settings } from '../ui/icons.tsx';

/** Fixed padding, so that large text has room. */
const line =
  'flex min-h-13 w-full items-center gap-[min(1rem,4vw)] px-[min(1.25rem,5vw)] py-2 text-left font-semibold hover:bg-raised';

/** The menu of the specification. */
export function ProfileMenu({ isSignedIn, onHelp }: { isSignedIn: boolean; onHelp: () => void }) {
  const t = useT();
  const [isInboxOpen, setInboxOpen] = useState(false);
  return (
    <>
      <ul className="overflow-hidden rounded-card bg-surface py-2 shadow-card">
        <li>
          <button type="button" aria-haspopup="dialog" onClick={() => setInboxOpen(true)} className={line}>
            <Entry Icon={Bell}>{t('home.notifications')}</Entry>
          </button>
        </li>
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
        {isSignedIn && (
          <li>
            <SignOut />
          </li>
        )}
      </ul>
      {isInboxOpen && <InboxDialog onClose={() => setInboxOpen(false)} />}
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

/** Links to the dealer and admin pages that the user may see, by their titles (`<name>.title`). */
export function OwnPages({ user }: { user: User }) {
  const routes = useRoutes();
  const [Links] = useState(() => linksTo(routes));
  return <Links user={user} />;
}

function linksTo(routes: readonly PageRoute[]) {
  const pages = routes.filter(({ access }) => access === 'dealer' || access === 'admin');
  const Links = lazyWithRetry<{ pages: PageRoute[] }>(
    async () => PageLinks,
    pages.flatMap(({ words }) => words),
  );
  return ({ user }: { user: User }) => {
    const own = pages.filter(({ access }) => isAllowed(user, access));
    return own.length > 0 && <Links pages={own} />;
  };
}

function PageLinks({ pages }: { pages: PageRoute[] }) {
  const t = useT();
  return (
    <ul className="overflow-hidden rounded-card bg-surface py-2 shadow-card">
      {pages.map(({ path, name }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-13 w-full items-center gap-4 px-[min(1.25rem,5vw)] py-2 font-semibold hover:bg-raised"
          >
            <span className="min-w-0 flex-1">{t(`${name}.title` as 'profile.title')}</span>
            <ChevronRight size={18} className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
