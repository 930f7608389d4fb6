import { useCart } from '../features/cart/use-cart.ts';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { Heart, House, LayoutGrid, ShoppingBag, UserRound } from '../ui/icons.tsx';

const tabs = [
  { to: '/', key: 'nav.home', Icon: House },
  { to: '/categories', key: 'nav.categories', Icon: LayoutGrid },
  { to: '/cart', key: 'nav.cart', Icon: ShoppingBag },
  { to: '/favorites', key: 'nav.favorites', Icon: Heart },
  { to: '/profile', key: 'nav.profile', Icon: UserRound },
] as const;

/** Active when the path equals or starts with the tab's; home only when it is home. */
const isActive = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));

/** At the bottom on phones, unless the page has a bar of its own there; in the header on wide screens. */
export function MainNav({ path }: { path: string }) {
  const t = useT();
  const { lines = [] } = useCart();
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] xl:static xl:mr-2 xl:block xl:border-0 xl:bg-transparent xl:p-0 max-lg:group-has-data-bottom-bar/chrome:hidden"
    >
      <ul className="mx-auto flex max-w-lg xl:max-w-none xl:gap-1">
        {tabs.map(({ to, key, Icon }) => {
          const active = isActive(path, to);
          return (
            <li key={to} className="flex-1">
              <Link
                to={to}
                aria-current={active ? 'page' : undefined}
                className={`flex min-h-14 flex-col items-center justify-center gap-0.5 whitespace-nowrap text-[0.6875rem] font-medium xl:min-h-11 xl:flex-row xl:gap-1.5 xl:rounded-full xl:px-2.5 xl:text-sm xl:hover:bg-raised ${active ? 'text-brand' : 'text-quiet'}`}
              >
                <span className={`relative shrink-0 ${to === '/cart' && lines.length > 0 ? 'xl:mr-2' : ''}`}>
                  <Icon size={22} strokeWidth={active ? 2.25 : 1.75} className="shrink-0 xl:size-5" />
                  {to === '/cart' && lines.length > 0 && (
                    <span
                      key={lines.length}
                      className="absolute -right-2.5 -top-1.5 grid min-w-4.5 animate-beat place-items-center rounded-full bg-brand px-1 text-[0.625rem] font-bold leading-[1.125rem] text-on-brand"
                    >
                      <span aria-hidden="true">{lines.length > 99 ? '99+' : lines.length}</span>
                    </span>
                  )}
                </span>
                {t(key)}
                {to === '/cart' && lines.length > 0 && (
                  <span className="sr-only">{t.count('nav.cartBadge', lines.length)}</span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
