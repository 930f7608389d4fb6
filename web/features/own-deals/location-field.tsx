import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { readMapLink } from '#core/domain/map-links.ts';
import { centres, kmBetween, readTypedPlace } from '#core/domain/places.ts';
import { formatDistance } from '#core/i18n/format.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { boxStyle, FieldFrame, TextField } from '#web/ui/form/text-fields.tsx';
import { Optional } from './optional.tsx';

/** Spec 2 §9. */
const LOCATING = { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true };

/** A place on the map: where the person is, of a link, or typed. */
export function LocationField({ name }: { name: string }) {
  const t = useT();
  const { form } = useFormContext();
  const set = ([north, east]: readonly [number, number]) =>
    form.setValue(name, `${north.toFixed(6)},${east.toFixed(6)}`, { shouldDirty: true, shouldValidate: true });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-2xl border border-line p-[min(1rem,4vw)]">
      <legend className="px-1 text-sm font-semibold">{t('dealForm.place')}</legend>
      <OwnPosition onFound={set} />
      <MapLink onFound={set} />
      <Found name={name} />
      <Optional title={t('dealForm.location.typed')} names={[name]}>
        <TextField name={name} label={t('dealForm.location')} autoComplete="off" />
      </Optional>
    </fieldset>
  );
}

type Found = (place: readonly [north: number, east: number]) => void;

function OwnPosition({ onFound }: { onFound: Found }) {
  const t = useT();
  const [state, setState] = useState<'idle' | 'locating' | 'locationFailed'>('idle');
  const said = state === 'idle' ? null : t(`dealForm.${state}`);
  useAnnounce(said);
  const locate = () => {
    // Missing without HTTPS.
    if (!('geolocation' in navigator)) return setState('locationFailed');
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setState('idle');
        onFound([latitude, longitude]);
      },
      () => setState('locationFailed'),
      LOCATING,
    );
  };
  return (
    <>
      <Button variant="secondary" isPending={state === 'locating'} onClick={locate}>
        {t('dealForm.useMyLocation')}
      </Button>
      {said && (
        <p className={`text-sm ${state === 'locationFailed' ? 'font-semibold text-alert' : 'text-muted'}`}>{said}</p>
      )}
    </>
  );
}

/** Read in the browser: nothing is fetched. */
function MapLink({ onFound }: { onFound: Found }) {
  const t = useT();
  const id = useId();
  const [wrong, setWrong] = useState<'short' | 'nothing' | null>(null);
  const error = wrong ? t(`dealForm.location.${wrong}`) : undefined;
  useAnnounce(error ?? null);
  const read = (typed: string) => {
    const place = typed.trim() === '' ? null : readMapLink(typed);
    setWrong(place === 'short' ? 'short' : place || typed.trim() === '' ? null : 'nothing');
    if (place && place !== 'short') onFound(place);
  };
  return (
    <FieldFrame id={id} label={t('dealForm.location.link')} required={false} error={error}>
      <input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://www.google.com/maps/…"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={({ target: { value } }) => read(value)}
        className={`h-13 ${boxStyle}`}
      />
    </FieldFrame>
  );
}

/** The place, as a distance that shows a mistake. */
function Found({ name }: { name: string }) {
  const t = useT();
  const [value, chosen] = useWatch({ control: useFormContext().form.control, name: [name, 'city'] });
  const place = typeof value === 'string' ? readTypedPlace(value.trim()) : null;
  const city = isCity(chosen) ? chosen : DEFAULT_CITY;
  const said =
    place &&
    t('dealForm.location.found', {
      distance: formatDistance(kmBetween(place, centres[city]), t.language),
      city: cityName(city, t),
    });
  useAnnounce(said);
  return <p className="text-sm font-semibold text-olive empty:hidden">{said}</p>;
}
