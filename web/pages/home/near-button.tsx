import { useEffect, useRef } from 'react';
import { nearestCity } from '#core/domain/places.ts';
import { leaveNear, locate, useNearness } from '#web/features/deals/near.ts';
import { useCity } from '#web/kit/city.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useSaid } from '#web/kit/voice.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Navigation } from '#web/ui/icons.tsx';

/** Sorts by how far away things are, in the city where one is; pressed again, no more. */
export function NearButton() {
  const t = useT();
  const chosen = useCity();
  // What is looked at by then is looked at there.
  const atLast = useRef(chosen);
  useEffect(() => {
    atLast.current = chosen;
  });
  const { state } = useNearness();
  const isOn = state === 'on';
  const goNear = async () => {
    if (state === 'asking') return;
    const place = await locate();
    const { city, choose } = atLast.current;
    if (!place || city === 'all') return;
    const here = nearestCity(place);
    if (here !== city) choose(here);
  };
  return (
    <IconButton
      label={t(state === 'asking' ? 'find.near.asking' : 'find.near')}
      aria-pressed={isOn}
      onClick={isOn ? leaveNear : () => void goNear()}
      className={isOn ? 'bg-raised' : ''}
    >
      <Navigation size={20} />
    </IconButton>
  );
}

/** Why the list is not sorted by distance although somebody asked for it. */
export function NearProblem() {
  const t = useT();
  const { state } = useNearness();
  const isProblem = state === 'refused' || state === 'unknown';
  const text = (isProblem || state === 'asking') && t(`find.near.${state}`);
  useSaid(text);
  // As high as the way to take it back, in whose place it stands.
  return isProblem && <p className="flex min-h-13 items-center text-sm font-semibold text-alert">{text}</p>;
}
