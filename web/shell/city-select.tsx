import { cities, toCityChoice } from '#core/domain/cities.ts';
import { useCity } from '../kit/city.ts';
import { useT } from '../kit/i18n.tsx';
import { ChevronDown, MapPin } from '../ui/icons.tsx';

/** 16 px at least, so that phones do not zoom. */
const style = 'text-[min(1rem,20px)] font-medium';

/** The browser's own list: quick, familiar and usable without JavaScript. As wide as the chosen name, not the longest, which on the narrowest phones leaves no place for the pin. */
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
          className={`invisible min-w-0 overflow-hidden whitespace-nowrap pl-[29px] pr-[22px] max-[360px]:pl-[8px] ${style}`}
        >
          {t(`city.${city}`)}
        </span>
        <select
          id="city"
          name="city"
          value={city}
          onChange={(event) => choose(toCityChoice(event.target.value))}
          className={`absolute inset-0 w-full appearance-none text-ellipsis rounded-full border border-edge bg-surface pl-[28px] pr-[20px] text-ink max-[360px]:pl-[8px] ${style}`}
        >
          <option value="all">{t('city.all')}</option>
          {cities.map((key) => (
            <option key={key} value={key}>
              {t(`city.${key}`)}
            </option>
          ))}
        </select>
        <MapPin size={16} className="pointer-events-none absolute left-[10px] text-brand max-[360px]:hidden" />
        <ChevronDown size={16} className="pointer-events-none absolute right-[6px] text-quiet" />
      </span>
      <noscript>
        <button type="submit" className="h-[44px] rounded-full bg-brand px-2 text-on-brand">
          {t('city.go')}
        </button>
      </noscript>
    </form>
  );
}
