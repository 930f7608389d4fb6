import { type MouseEvent, useCallback } from 'react';
import { cities, toCityChoice } from '#core/domain/cities.ts';
import type { Language } from '#core/i18n/language.ts';
import { languages } from '#core/i18n/language.ts';
import { Notifications } from '#web/features/notifications/notifications.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLanguageChange } from '#web/kit/i18n/language-change.ts';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { dependsOnCity, useCity } from '#web/kit/router/city.ts';
import { Link } from '#web/kit/router/link.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { scrollToTop } from '#web/kit/router/scroll.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { ChevronDown, CircleUserRound, MapPin, Mark } from '#web/ui/icons.ts';
import { SearchBox } from '#web/ui/search-box.tsx';
import { CartBadge, MainNav, useCartCount } from './main-nav.tsx';

/** Links that replace the navigation where a page has a bottom bar of its own. */
const WITHOUT_NAVIGATION = 'hidden barred:grid';

/** One row at any width and text size. Where room is short the label is hidden first, then the name; the city is never cut. */
export function Header({ path }: { path: string }) {
  const t = useT();
  const address = useAddress();
  return (
    <header className="relative z-30 bg-ground md:sticky md:top-0">
      <div className="mx-auto flex h-[60px] max-w-[84rem] items-center gap-x-0.5 px-2.5 sm:px-6">
        <Link
          to="/"
          {...(path === '/' && { onClick: scrollToTop })}
          className="flex h-[60px] min-w-[34px] flex-1 flex-wrap items-center gap-x-[6px] overflow-hidden text-brand max-lg:@container lg:flex-[0_999_auto]"
        >
          <span className="grid h-[60px] items-center">
            <Mark size={34} />
          </span>
          <span className="flex h-[60px] shrink-0 flex-col flex-wrap justify-center overflow-hidden leading-none">
            <span
              translate="no"
              className="w-full font-display text-[min(1.125rem,26px)] font-semibold tracking-tight text-ink sm:text-[min(1.375rem,26px)]"
            >
              {t('app.name')}
            </span>
            <span className="max-w-26 text-balance text-[min(0.6875rem,17px)] text-muted @max-[9.1rem]:hidden">
              {t('app.siteLabel')}
            </span>
          </span>
        </Link>
        <HeaderSearch />
        {dependsOnCity(address) && <CitySelect />}
        <MainNav path={path} />
        <LanguageSwitch />
        <CartLink />
        <Notifications />
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

const shortNames: Record<Language, string> = { sq: 'SQ', en: 'EN' };

/** Two links, which work without JavaScript; with it the choice is saved and the page reloads. Phones show only the other language. */
function LanguageSwitch() {
  const t = useT();
  const { canonical } = useAddress();
  const link = (language: Language) => `${canonical}${canonical.includes('?') ? '&' : '?'}lang=${language}`;
  const change = useLanguageChange();
  const choose = (language: Language) => (event: MouseEvent) => {
    event.preventDefault();
    change(language);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: two links are not a fieldset
    <div role="group" aria-label={t('language.label')} className="flex shrink-0 items-center rounded-full bg-surface">
      {languages.map((language) => (
        <a
          key={language}
          href={link(language)}
          hrefLang={language}
          lang={language}
          data-tooltip={t(`language.${language}`)}
          aria-current={t.language === language ? 'true' : undefined}
          onClick={choose(language)}
          rel="nofollow"
          className={`grid size-[44px] place-items-center rounded-full border text-[min(0.75rem,18px)] font-bold ${t.language === language ? 'border-ink bg-raised text-ink max-sm:hidden' : 'border-line text-muted hover:text-ink'}`}
        >
          {`${shortNames[language]} `}
          <span className="sr-only">{t(`language.${language}`)}</span>
        </a>
      ))}
    </div>
  );
}

/** At least 16 px, so that phones do not zoom. */
const cityStyle = 'text-[min(1rem,20px)] font-medium';

/** A native select, usable without JavaScript, as wide as the chosen name. The narrowest phones have no room for the pin. */
export function CitySelect() {
  const t = useT();
  const { city, choose } = useCity();
  return (
    <form
      method="get"
      action="/"
      className="flex h-[44px] min-w-0 items-center gap-x-0.5 barred:hidden sm:mr-1 md:shrink-0"
    >
      <label htmlFor="city" className="sr-only">
        {t('city.label')}
      </label>
      <span className="relative flex h-[44px] min-w-0 items-center">
        <span
          aria-hidden="true"
          className={`invisible min-w-0 overflow-hidden whitespace-nowrap pl-[29px] pr-[22px] max-[360px]:pl-[8px] ${cityStyle}`}
        >
          {t(`city.${city}`)}
        </span>
        <select
          id="city"
          name="city"
          value={city}
          onChange={(event) => choose(toCityChoice(event.target.value))}
          className={`absolute inset-0 w-full appearance-none text-ellipsis rounded-full border border-edge bg-surface pl-[28px] pr-[20px] text-ink max-[360px]:pl-[8px] ${cityStyle}`}
        >
          <option value="all">{t('city.all')}</option>
          {cities.map((key) => (
            <option key={key} value={key}>
              {t(`city.${key}`)}
            </option>
          ))}
        </select>
        <MapPin size={16} className="pointer-events-none absolute left-[10px] text-brand max-[360px]:hidden" />
        <ChevronDown size={16} className="pointer-events-none absolute right-[6px] text-muted" />
      </span>
      <noscript>
        <button type="submit" className="h-[44px] rounded-full bg-brand px-2 text-on-brand">
          {t('city.go')}
        </button>
      </noscript>
    </form>
  );
}

/** The search field on wide screens: on home it filters live, elsewhere it leads there. */
function HeaderSearch() {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const isHome = address.route.path === '/';
  const onSearch = useCallback(
    (text: string) =>
      void (isHome
        ? navigate(addressWith(address, { search: text }), { replace: true })
        : navigate(`/?${new URLSearchParams({ search: text })}`)),
    [address, isHome, navigate],
  );
  return (
    <div className="mr-auto ml-[16px] hidden min-w-[170px] max-w-sm flex-[1_1_260px] pr-[16px] lg:block [&_button]:top-0 [&_input]:h-[44px] [&_input]:text-[min(1rem,17px)] [&_input]:[box-shadow:none]">
      <SearchBox
        id="search-everywhere"
        label={t('home.search.label')}
        placeholder={t('home.search.placeholder')}
        value={(isHome && new URLSearchParams(address.search).get('search')) || ''}
        onSearch={onSearch}
        isLive={isHome}
      />
    </div>
  );
}
