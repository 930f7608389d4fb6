/**
 * The position of the device, requested only when somebody presses the button. It is rounded, and kept in the memory of this
 * page alone.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { City } from '#core/domain/cities.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useCity } from '#web/kit/router/city.ts';
import { Navigation } from '#web/ui/icons.ts';
import type { Here } from './locate.ts';

type Nearness = { state: 'off' | 'asking' | 'refused' | 'unknown'; near: null } | ({ state: 'on' } & Here);

const OFF: Nearness = { state: 'off', near: null };
let now: Nearness = OFF;
/** Identifies the last request: answers to earlier ones are dropped. */
let question = 0;
const listeners = new Set<() => void>();

function set(next: Nearness): void {
  now = next;
  for (const tell of listeners) tell();
}

export function leaveNear(): void {
  question += 1;
  set(OFF);
}

/** Cancels the request when the city or the page changes. */
export function useGiveUpLocating(city: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each city
  useEffect(
    () => () => {
      if (now.state === 'asking') leaveNear();
    },
    [city],
  );
}

/** Resolves to the nearest city, or to null if there is no position or the request was canceled. */
async function askWhere(): Promise<City | null> {
  question += 1;
  const own = question;
  set({ state: 'asking', near: null });
  const here = await import('./locate.ts').then(({ locate }) => locate()).catch(() => 'unknown' as const);
  if (own !== question) return null;
  set(typeof here === 'string' ? { state: here, near: null } : { state: 'on', ...here });
  return typeof here === 'string' ? null : here.nearest;
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
};

export const useNearness = () =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => OFF,
  );

/** How far a place ('lat,lng') is from the device, in words; undefined where that is not known. */
export function useDistance(): (place: string | null | undefined) => string | undefined {
  const { language } = useT();
  const nearness = useNearness();
  return (place) => (nearness.state === 'on' ? nearness.distanceTo(place, language) : undefined);
}

/** Toggles the sort by distance. */
export function NearButton() {
  const t = useT();
  const chosen = useCity();
  const atLast = useRef(chosen);
  useEffect(() => {
    atLast.current = chosen;
  });
  const { state } = useNearness();
  const isOn = state === 'on';
  const goNear = async () => {
    if (state === 'asking') return;
    const here = await askWhere();
    const { city, choose } = atLast.current;
    if (here && city !== 'all' && here !== city) choose(here);
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={isOn ? leaveNear : () => void goNear()}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold eased ${isOn ? 'border-ink bg-ink text-ground' : 'border-transparent bg-raised text-ink'}`}
    >
      <Navigation size={17} />
      {t('find.near')}
    </button>
  );
}

/** Why the list is not sorted by distance although somebody asked for it. */
export function NearProblem() {
  const t = useT();
  const { state } = useNearness();
  const isProblem = state === 'refused' || state === 'unknown';
  const text = (isProblem || state === 'asking') && t(`find.near.${state}`);
  useAnnounce(text);
  // As high as the chip in whose place it stands.
  return isProblem && <p className="flex min-h-13 items-center text-sm font-semibold text-alert">{text}</p>;
}
