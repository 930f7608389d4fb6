import { useCart } from '#web/features/cart/use-cart.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { scrollToTop } from '#web/kit/router/scroll.tsx';
import { CountBubble } from '#web/ui/count-bubble.tsx';
import { CircleUserRound, Heart, House, LayoutGrid, ShoppingBag } from '#web/ui/icons.ts';

const tabs = [
  { to: '/', key: 'nav.home', Icon: House },
  { to: '/categories', key: 'nav.categories', Icon: LayoutGrid },
  { to: '/cart', key: 'nav.cart', Icon: null },
  { to: '/favorites', key: 'nav.favorites', Icon: Heart },
  { to: '/profile', key: 'nav.profile', Icon: CircleUserRound },
] as const;

/** Active when the path equals or starts with the tab's; home only when it is home. */
const isActive = (path: string, to: string) => path === to || (to !== '/' && path.startsWith(`${to}/`));

/**
 * At the bottom on phones, unless the page has a bottom bar of its own; in the header on wide screens. Labels grow with the
 * text size and stay on one line; in the header they are hidden before the icons are.
 */
export function MainNav({ path }: { path: string }) {
  const t = useT();
  const count = useCartCount();
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] md:static md:mr-2 md:min-w-0 lg:shrink-0 xl:min-w-[280px] xl:shrink-99 md:border-0 md:bg-transparent md:p-0 barred:hidden"
    >
      <ul className="mx-auto flex max-w-[32rem] md:max-w-none">
        {tabs.map(({ to, key, Icon }) => {
          const active = isActive(path, to);
          return (
            <li key={to} className="basis-1/5 md:min-w-0 md:flex-auto">
              <Link
                to={to}
                {...(to === path && { onClick: scrollToTop })}
                aria-current={active ? 'page' : undefined}
                className={`flex h-[56px] flex-col items-center justify-center gap-0.5 px-[2.5px] text-center text-[min(0.6875rem,3.25vw,17px)] font-medium whitespace-nowrap md:rounded-2xl md:px-1.5 md:hover:bg-raised xl:h-[44px] xl:flex-row xl:flex-wrap xl:gap-x-1.5 xl:overflow-hidden xl:px-[10px] xl:text-sm ${active ? 'border-b-3 border-brand text-brand' : 'text-muted'}`}
              >
                <span className={`grid items-center xl:h-[44px] ${active ? '[&_.icon]:stroke-[2.2px]' : ''}`}>
                  {Icon ? <Icon size={22} /> : <CartBadge count={count} />}
                </span>
                {t(key)}
                {to === '/cart' && count > 0 && <span className="sr-only">{t.count('nav.cartBadge', count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The number of cart lines, 0 while unknown. */
export const useCartCount = () => useCart().lines?.length ?? 0;

/** The cart icon with the number of its lines; decorative. */
export function CartBadge({ count }: { count: number }) {
  return (
    <span aria-hidden="true" className={`relative ${count ? 'xl:mr-2' : ''}`}>
      <ShoppingBag size={22} />
      <CountBubble count={count} />
    </span>
  );
}
