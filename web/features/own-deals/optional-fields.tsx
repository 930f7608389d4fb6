/** The fields of a deal that can stay empty. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { MAX_REPOSTS, MAX_TITLE } from '#core/domain/deals.ts';
import { formatHours } from '#core/i18n/format.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { PhoneField, TextArea, TextField } from '#web/ui/form/text-fields.tsx';

/** Stored where a deal has no hours of its own; shown as a placeholder. */
export const DEFAULT_HOURS = '9 AM - 9 PM';
/** As in the contract. */
const MAX_DESCRIPTION = 5000;
const MAX_BUSINESS_INFO = 2000;

export function OptionalFields() {
  return (
    <>
      <Details />
      <Selling />
      <English />
    </>
  );
}

function Details() {
  const t = useT();
  return (
    <Optional
      title={t('dealForm.more.details')}
      names={['description', 'durationMinutes', 'phone', 'address', 'hours', 'distance', 'socialLink', 'businessInfo']}
    >
      <TextArea
        name="description"
        label={t('dealForm.description')}
        placeholder={t('dealForm.description.example')}
        maxLength={MAX_DESCRIPTION}
      />
      <TextField
        name="durationMinutes"
        label={t('dealForm.durationMinutes')}
        inputMode="numeric"
        read={readCount}
        placeholder="60"
        autoComplete="off"
      />
      <PhoneField name="phone" label={t('dealForm.phone')} />
      <TextField
        name="address"
        label={t('dealForm.address')}
        placeholder="Rruga e Durrësit 1"
        maxLength={200}
        autoComplete="street-address"
      />
      <LocationField name="distance" />
      <TextField
        name="hours"
        label={t('dealForm.hours')}
        maxLength={100}
        autoComplete="off"
        placeholder={formatHours(DEFAULT_HOURS, t.language)}
      />
      <TextField
        name="socialLink"
        label={t('dealForm.socialLink')}
        type="url"
        inputMode="url"
        placeholder="instagram.com/…"
        autoComplete="url"
      />
      <TextArea name="businessInfo" label={t('dealForm.businessInfo')} maxLength={MAX_BUSINESS_INFO} />
    </Optional>
  );
}

function Selling() {
  const t = useT();
  return (
    <Optional title={t('dealForm.more.selling')} names={['priceUnit', 'unitCount', 'repostsLeft']}>
      <PriceUnit />
      <SelectField
        name="repostsLeft"
        label={t('dealForm.reposts')}
        hint={t('dealForm.reposts.hint')}
        none={t('dealForm.reposts.none')}
        read={readCount}
        options={Array.from({ length: MAX_REPOSTS }, (_, index) => ({
          value: String(index + 1),
          text: t.count('dealForm.reposts.times', index + 1),
        }))}
      />
    </Optional>
  );
}

function English() {
  const t = useT();
  return (
    <Optional title={t('dealForm.more.english')} names={['titleEn', 'descriptionEn', 'businessInfoEn']}>
      <TextField name="titleEn" label={t('dealForm.titleEn')} maxLength={MAX_TITLE} autoComplete="off" lang="en" />
      <TextArea name="descriptionEn" label={t('dealForm.descriptionEn')} maxLength={MAX_DESCRIPTION} lang="en" />
      <TextArea name="businessInfoEn" label={t('dealForm.businessInfoEn')} maxLength={MAX_BUSINESS_INFO} lang="en" />
    </Optional>
  );
}

/** Fields that can stay empty, closed to keep the form short; opened where one of them is wrong. */
export function Optional({ title, names, children }: { title: string; names: readonly string[]; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { errors } = useFormState({ control: useFormContext().form.control });
  const isWrong = names.some((name) => errors[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the errors change
  useEffect(() => {
    if (!isWrong || !box.current || box.current.open) return;
    box.current.open = true;
    // A closed field could not take the focus.
    box.current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isWrong, errors]);
  return (
    <Disclosure ref={box} look="field" summary={title}>
      {children}
    </Disclosure>
  );
}

const readCount = (text: string) => (text.trim() === '' ? undefined : Number(text));

/** Nobody counts units without one. */
function PriceUnit() {
  const t = useT();
  const unit = useWatch({ control: useFormContext().form.control, name: 'priceUnit' });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name="priceUnit"
        label={t('dealForm.priceUnit')}
        none={t('dealForm.priceUnit.none')}
        options={(['person', 'session'] as const).map((value) => ({ value, text: t(`dealForm.priceUnit.${value}`) }))}
      />
      {unit && (
        <TextField
          name="unitCount"
          label={t('dealForm.unitCount')}
          inputMode="numeric"
          read={readCount}
          autoComplete="off"
        />
      )}
    </div>
  );
}

/** Spec 2 §9. */
const LOCATING = { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true };

/** A place on the map, typed or where the person is. */
export function LocationField({ name }: { name: string }) {
  const t = useT();
  const { form } = useFormContext();
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
        const value = `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
        form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
      },
      () => setState('locationFailed'),
      LOCATING,
    );
  };
  return (
    <div className="flex flex-col items-start gap-2 *:first:w-full">
      <TextField name={name} label={t('dealForm.location')} autoComplete="off" />
      <Button variant="secondary" isPending={state === 'locating'} onClick={locate}>
        {t('dealForm.useMyLocation')}
      </Button>
      {said && (
        <p className={`text-sm ${state === 'locationFailed' ? 'font-semibold text-alert' : 'text-muted'}`}>{said}</p>
      )}
    </div>
  );
}
