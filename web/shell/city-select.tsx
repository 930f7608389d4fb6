import { cities, toCityChoice } from '#core/domain/cities.ts';
import { useCity } from '../kit/city.ts';
import { useT } from '../kit/i18n.tsx';
import { ChevronDown, MapPin } from '../ui/icons.tsx';

/** The browser's own list: quick, familiar and usable without JavaScript. */
export function CitySelect() {
  const t = useT();
  const { city, choose } = useCity();
  return (
    <form method="get" action="/" className="relative flex items-center">
      <MapPin size={18} className="pointer-events-none absolute left-3.5 text-brand" />
      <label htmlFor="city" className="sr-only">
        {t('city.label')}
      </label>
      <select
        id="city"
        name="city"
        value={city}
        onChange={(event) => choose(toCityChoice(event.target.value))}
        className="min-h-11 w-full appearance-none rounded-full border border-line bg-surface py-2 pl-10 pr-10 text-base font-medium text-ink sm:text-sm"
      >
        <option value="all">{t('city.all')}</option>
        {cities.map((key) => (
          <option key={key} value={key}>
            {t(`city.${key}`)}
          </option>
        ))}
      </select>
      <ChevronDown size={18} className="pointer-events-none absolute right-3.5 text-quiet" />
      <noscript>
        <button type="submit" className="ml-2 min-h-11 rounded-full bg-brand px-4 text-on-brand">
          {t('common.search')}
        </button>
      </noscript>
    </form>
  );
}
