/** The chosen city: saved in this browser, and a parameter of the pages that depend on it. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { type CityChoice, DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { onPreferenceChange, savePreference, storedCity } from '#web/kit/preferences.ts';
import { type Address, addressWith, useAddress } from './address.ts';
import { useNavigate, useNavigationType } from './location.tsx';

const parameterOf = (city: CityChoice) => (city === DEFAULT_CITY ? null : city);
/** Whether the page has the city as a parameter. */
export const dependsOnCity = ({ route }: Address) => 'city' in route.query;
const cityIn = ({ search }: Address) => new URLSearchParams(search).get('city');

/** Whether the saved city was chosen in this tab, rather than taken from an address. */
let isCityChosen = false;

interface ChosenCity {
  city: CityChoice;
  /** Saves the city and, on a page that depends on it, goes to the page's address in that city. */
  choose: (city: CityChoice) => void;
}

/** The city of the address, else the saved one. */
export function useCity(): ChosenCity {
  const address = useAddress();
  const navigate = useNavigate();
  const saved = useSyncExternalStore(onPreferenceChange, storedCity, () => DEFAULT_CITY);
  const city = cityIn(address);
  return {
    city: city === null ? saved : toCityChoice(city),
    choose: (next) => {
      isCityChosen = true;
      savePreference('selectedCity', next);
      void navigate(addressWith(address, { city: parameterOf(next) }), { replace: true });
    },
  };
}

/**
 * Saves the city of the address, and redirects an address without one to the saved city. After Back, a city that was chosen
 * since wins over the one of the address.
 */
export function useCityInAddress(address: Address): void {
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const isFirst = useRef(true);
  const follow = useEffectEvent(() => {
    const named = cityIn(address);
    const isBack = navigation === 'POP' && !isFirst.current;
    isFirst.current = false;
    const saved = storedCity();
    const city = toCityChoice(isBack ? saved : (named ?? saved));
    if (city !== saved) isCityChosen = false;
    savePreference('selectedCity', city);
    const isOutdated = isBack && isCityChosen && named !== null;
    const isOther = dependsOnCity(address) && (named === null || isOutdated) && city !== (named ?? DEFAULT_CITY);
    if (isOther) void navigate(addressWith(address, { city: parameterOf(city) }), { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deal that opens above the page is no visit of its address
  useEffect(() => follow(), [address]);
}
