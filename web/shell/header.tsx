import { useAddress } from '../kit/address.ts';
import { dependsOnCity } from '../kit/city.ts';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { IconLink } from '../ui/button.tsx';
import { CircleUserRound } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { CitySelect } from './city-select.tsx';
import { Inbox } from './inbox.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MainNav } from './main-nav.tsx';

export function Header({ path }: { path: string }) {
  const t = useT();
  const address = useAddress();
  return (
    <header className="relative z-30 bg-ground xl:sticky xl:top-0">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-1 gap-y-2 px-4 pt-3 sm:flex-nowrap sm:px-6 xl:h-18 xl:pt-0">
        <Link to="/" className="mr-auto flex min-h-11 items-center gap-2.5 text-brand">
          <Mark size={34} />
          <span className="leading-none">
            <span className="block font-display text-xl font-semibold tracking-tight text-ink">{t('app.name')}</span>
            <span className="block max-w-26 text-balance text-[0.6875rem] text-quiet max-[349px]:hidden sm:max-xl:max-w-none sm:max-xl:text-xs">
              {t('app.siteLabel')}
            </span>
          </span>
        </Link>
        <MainNav path={path} />
        {dependsOnCity(address) && (
          <div className="order-last w-full sm:order-none sm:mr-1 sm:w-46">
            <CitySelect />
          </div>
        )}
        <LanguageSwitch />
        <Inbox />
        <IconLink to="/profile" label={t('home.profileLink')}>
          <CircleUserRound size={24} strokeWidth={1.75} />
        </IconLink>
      </div>
      <div aria-hidden="true" className="kilim mt-3 h-1.5 text-brand opacity-70 xl:mt-0" />
    </header>
  );
}
