/** The chosen city: the one that the address names, else the one that this browser remembers. */
import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { type CityChoice, DEFAULT_CITY, toCityChoice } from '#core/domain/cities.ts';
import { type Address, addressWith, useAddress } from './address.ts';
import { onRemembered, remember, storedCity } from './preferences.ts';

const parameterOf = (city: CityChoice) => (city === DEFAULT_CITY ? null : city);
/** Whether another city makes it another page. */
export const dependsOnCity = ({ route }: Address) => 'city' in route.query;
const named = ({ search }: Address) => new URLSearchParams(search).get('city');

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
      remember('selectedCity', next);
      void navigate(addressWith(address, { city: parameterOf(next) }), { replace: true });
    },
  };
}

/** Remembers the city that is shown; leads from an address without one to that of the city chosen before. */
export function useCityInAddress(address: Address): void {
  const navigate = useNavigate();
  useEffect(() => {
    const city = named(address) ?? storedCity();
    remember('selectedCity', city);
    const isElsewhere = dependsOnCity(address) && named(address) === null && city !== DEFAULT_CITY;
    if (isElsewhere) void navigate(addressWith(address, { city }), { replace: true });
  }, [address, navigate]);
}
