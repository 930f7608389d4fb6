import { Inbox } from '../features/inbox/inbox.tsx';
import { useAddress } from '../kit/address.ts';
import { dependsOnCity } from '../kit/city.ts';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { scrollUp } from '../kit/scroll.tsx';
import { IconLink } from '../ui/button.tsx';
import { CircleUserRound } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { CartBadge, useCartCount } from './cart-badge.tsx';
import { CitySelect } from './city-select.tsx';
import { HeaderSearch } from './header-search.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MainNav } from './main-nav.tsx';

/** Where a page has its own bar in place of the navigation, what that would lead to stands here. */
const WITHOUT_NAVIGATION = 'hidden barred:grid';

/**
 * One row at any width and size of text, with the city in full: first the label gives way to it, then the name: each falls
 * out of the row as a whole, unseen. The mark stays.
 */
export function Header({ path }: { path: string }) {
  const t = useT();
  const address = useAddress();
  return (
    <header className="relative z-30 bg-ground md:sticky md:top-0">
      <div className="mx-auto flex h-[60px] max-w-[84rem] items-center gap-x-0.5 px-2.5 sm:px-6">
        <Link
          to="/"
          {...(path === '/' && { onClick: scrollUp })}
          className="flex h-[60px] min-w-[34px] flex-1 flex-wrap items-center gap-x-[6px] overflow-hidden text-brand max-lg:@container lg:flex-[0_999_auto]"
        >
          <span className="grid h-[60px] items-center">
            <Mark size={34} />
          </span>
          <span className="flex h-[60px] shrink-0 flex-col flex-wrap justify-center overflow-hidden leading-none">
            <span className="w-full font-display text-[min(1.125rem,26px)] font-semibold tracking-tight text-ink sm:text-[min(1.375rem,26px)]">
              {t('app.name')}
            </span>
            <span className="max-w-26 text-balance text-[min(0.6875rem,17px)] text-quiet @max-[9.1rem]:hidden">
              {t('app.siteLabel')}
            </span>
          </span>
        </Link>
        <HeaderSearch />
        {dependsOnCity(address) && <CitySelect />}
        <MainNav path={path} />
        <LanguageSwitch />
        <CartLink />
        <Inbox />
        <IconLink to="/profile" label={t('home.profileLink')} className={WITHOUT_NAVIGATION}>
          <CircleUserRound />
        </IconLink>
      </div>
      <div aria-hidden="true" className="kilim h-1.5 text-brand opacity-70" />
    </header>
  );
}

function CartLink() {
  const t = useT();
  const count = useCartCount();
  return (
    <IconLink to="/cart" label={count ? t.count('nav.cartBadge', count) : t('nav.cart')} className={WITHOUT_NAVIGATION}>
      <CartBadge count={count} />
    </IconLink>
  );
}
