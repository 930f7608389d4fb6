/** The chosen city of this visit: rendered by the server, changed without a reload. */
import { createContext, type ReactNode, startTransition, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { CityChoice } from '#core/domain/cities.ts';
import { remember, storedCity } from './preferences.ts';

interface ChosenCity {
  city: CityChoice;
  choose: (city: CityChoice) => void;
}

const CityContext = createContext<ChosenCity | null>(null);

/** `rendered` is the city the page came with; `asked` is true when the address named it. */
export function CityProvider({
  rendered,
  asked,
  children,
}: {
  rendered: CityChoice;
  asked: boolean;
  children: ReactNode;
}) {
  const [city, setCity] = useState(rendered);
  const choose = useCallback((next: CityChoice) => {
    remember('selectedCity', next);
    setCity(next);
  }, []);
  useEffect(() => {
    if (asked) remember('selectedCity', rendered);
    else if (storedCity() !== rendered) startTransition(() => choose(storedCity()));
  }, [asked, rendered, choose]);
  return <CityContext value={useMemo(() => ({ city, choose }), [city, choose])}>{children}</CityContext>;
}

export function useCity(): ChosenCity {
  const value = use(CityContext);
  if (!value) throw new Error('useCity outside of CityProvider');
  return value;
}
