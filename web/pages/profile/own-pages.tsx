import { useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { Link } from '#web/kit/link.tsx';
import type { PageRoute } from '#web/kit/page.tsx';
import { useRoutes } from '#web/kit/use-routes.ts';
import { ChevronRight } from '#web/ui/icons.tsx';

/** Links to those of the pages for dealers and administrators that somebody may see, by their titles (`<name>.title`), which come when they are shown. */
export function OwnPages({ user }: { user: User }) {
  const routes = useRoutes();
  const [Links] = useState(() => linksTo(routes));
  return <Links user={user} />;
}

function linksTo(routes: readonly PageRoute[]) {
  const pages = routes.filter(({ access }) => access === 'dealer' || access === 'admin');
  const Links = lazily<{ pages: PageRoute[] }>(
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
            <ChevronRight size={18} className="shrink-0 text-quiet" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
