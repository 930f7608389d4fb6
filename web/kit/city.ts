/** The chosen city: the one that the address names, else the one that this browser remembers. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { type CityChoice, DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { type Address, addressWith, useAddress } from './address.ts';
import { onRemembered, remember, storedCity } from './preferences.ts';

const parameterOf = (city: CityChoice) => (city === DEFAULT_CITY ? null : city);
/** Whether another city makes it another page. */
export const dependsOnCity = ({ route }: Address) => 'city' in route.query;
const named = ({ search }: Address) => new URLSearchParams(search).get('city');

/** Whether the city that is remembered was chosen here, and not only come to. */
let isChosen = false;

interface ChosenCity {
  city: CityChoice;
  /** Goes to the address of this page in the city, on a page that depends on it. */
  choose: (city: CityChoice) => void;
}

export function useCity(): ChosenCity {
  const address = useAddress();
  const navigate = useNavigate();
  const stored = useSyncExternalStore(onRemembered, storedCity, () => DEFAULT_CITY);
  const city = named(address);
  return {
    city: city === null ? stored : toCityChoice(city),
    choose: (next) => {
      isChosen = true;
      remember('selectedCity', next);
      void navigate(addressWith(address, { city: parameterOf(next) }), { replace: true });
    },
  };
}

/**
 * Remembers the city that is shown; leads from an address without one to that of the city chosen before. An address one
 * comes back to is no choice: it leads to the city that was chosen since.
 */
export function useCityInAddress(address: Address): void {
  const navigate = useNavigate();
  const movement = useNavigationType();
  const isFirst = useRef(true);
  const follow = useEffectEvent(() => {
    const said = named(address);
    const isBack = movement === 'POP' && !isFirst.current;
    isFirst.current = false;
    const before = storedCity();
    const city = toCityChoice(isBack ? before : (said ?? before));
    if (city !== before) isChosen = false;
    remember('selectedCity', city);
    const isOlder = isBack && isChosen && said !== null;
    const isElsewhere = dependsOnCity(address) && (said === null || isOlder) && city !== (said ?? DEFAULT_CITY);
    if (isElsewhere) void navigate(addressWith(address, { city: parameterOf(city) }), { replace: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deal that opens above the page is no visit of its address
  useEffect(() => follow(), [address]);
}
