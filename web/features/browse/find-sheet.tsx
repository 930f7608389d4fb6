import { type FormEvent, useId, useState } from 'react';
import { cities, DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { readLekRange } from '#core/domain/read-lek.ts';
import { isSort, sorts } from '#web/features/deals/use-deals.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { savePreference } from '#web/kit/preferences.ts';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { useCity } from '#web/kit/router/city.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BelowField, boxStyle } from '#web/ui/form/text-fields.tsx';
import { ChevronDown } from '#web/ui/icons.ts';
import { filterOf, sortName, UNBOUND } from './filter.ts';
import { leaveNear, useNearness } from './near.tsx';

const bounds = ['minPrice', 'maxPrice'] as const;

/** Sort, price bounds and city; applied on submit. */
export function FindSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const { city } = useCity();
  const isNear = useNearness().state === 'on';
  const { sort, minPrice, maxPrice } = filterOf(new URLSearchParams(address.search));
  const [refused, setRefused] = useState<Refused>();
  const clear = () => {
    leaveNear();
    onClose();
  };
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const said = new FormData(form);
    const prices = boundsOf(said);
    if ('why' in prices) {
      setRefused(prices);
      form.querySelector<HTMLInputElement>(`[name=${prices.name}]`)?.focus();
      return;
    }
    const choice = choiceOf(said, prices);
    if (said.get('sort') !== 'near') leaveNear();
    savePreference('selectedCity', choice.city ?? DEFAULT_CITY);
    onClose();
    void navigate(addressWith(address, choice));
  };
  return (
    <Dialog title={t('find.open')} onClose={onClose}>
      <form onSubmit={show} className="flex flex-col gap-5">
        <fieldset className="border-0">
          <legend className="font-semibold">{t('find.sort')}</legend>
          <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
            {(['default', ...sorts, ...(isNear ? (['near'] as const) : [])] as const).map((each) => (
              <label key={each} className="flex min-h-11 items-center gap-3 wrap-anywhere">
                <input
                  type="radio"
                  name="sort"
                  value={each}
                  defaultChecked={each === (isNear ? 'near' : sort || 'default')}
                  className="size-5 shrink-0 accent-brand"
                />
                {sortName(each, t)}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset className="border-0">
          <legend className="mb-1.5 font-semibold">{t('find.price')}</legend>
          <div className="grid grid-cols-2 gap-3">
            <PriceBound name="minPrice" label={t('find.price.from')} bound={minPrice} refused={refused} />
            <PriceBound name="maxPrice" label={t('find.price.to')} bound={maxPrice} refused={refused} />
          </div>
        </fieldset>
        <label className="flex flex-col gap-1.5 font-semibold">
          {t('city.label')}
          <span className="relative font-normal">
            <select name="city" defaultValue={city} className={`h-13 appearance-none pr-12 ${boxStyle}`}>
              {(['all', ...cities] as const).map((key) => (
                <option key={key} value={key}>
                  {t(`city.${key}`)}
                </option>
              ))}
            </select>
            <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted" />
          </span>
        </label>
        <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap gap-3 border-t border-line bg-ground p-5 max-sm:p-[min(1.25rem,5.6vw)]">
          <ButtonLink
            variant="secondary"
            size="large"
            to={addressWith(address, UNBOUND)}
            onClick={clear}
            className="max-sm:px-3 max-sm:text-fitted"
          >
            {t('find.clear')}
          </ButtonLink>
          <Button size="large" type="submit" className="flex-auto max-sm:px-3 max-sm:text-fitted">
            {t('find.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PriceBoundProps {
  name: string;
  label: string;
  bound: string;
  refused: Refused | undefined;
}

function PriceBound({ name, label, bound, refused }: PriceBoundProps) {
  const t = useT();
  const id = useId();
  const isRefused = refused?.name === name;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        defaultValue={bound}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        className={`numerals h-13 ${boxStyle}`}
      />
      <BelowField id={id} error={isRefused ? t(`find.price.${refused.why}`) : undefined} />
    </div>
  );
}

/** The highest price allowed in an address. */
const MOST = 99_999_999;

interface Refused {
  name: string;
  why: 'unclear' | 'tooHigh';
}

/** Prices in whole lek, 0 for none. They may be typed as people write them, in the wrong order, or as a range in one field. */
function boundsOf(said: FormData): readonly [min: number, max: number] | Refused {
  const typed = bounds.map((name) => ({ name, ...readLekRange(String(said.get(name))) }));
  const areBoth = typed.every(({ from }) => from !== undefined);
  // An unreadable amount, NaN, differs from itself.
  const unclear = typed.find(({ from, to }) => from !== to && (areBoth || Number.isNaN(from) || Number.isNaN(to)));
  if (unclear) return { name: unclear.name, why: 'unclear' };
  const tooHigh = typed.find(({ from = 0, to = 0 }) => Math.max(from, to) > MOST);
  if (tooHigh) return { name: tooHigh.name, why: 'tooHigh' };
  const range = typed.find(({ from, to }) => from !== to);
  const [min = 0, max = 0] = (range ? [range.from, range.to] : typed.map(({ from }) => from)).map((price) =>
    Math.floor(price ?? 0),
  );
  return max > 0 && min > max ? [max, min] : [min, max];
}

/** The query for the form. */
function choiceOf(
  said: FormData,
  [min, max]: readonly [number, number],
): Record<'sort' | 'minPrice' | 'maxPrice' | 'city', string | null> {
  const sort = said.get('sort');
  const city = toCityChoice(said.get('city'));
  return {
    sort: isSort(String(sort)) ? String(sort) : null,
    minPrice: min ? String(min) : null,
    maxPrice: max ? String(max) : null,
    city: city === DEFAULT_CITY ? null : city,
  };
}
