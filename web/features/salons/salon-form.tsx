/** The form of a salon's profile. */
import { type ReactNode, useState } from 'react';
import type { ApiError } from '#core/contract/call.ts';
import { SalonInput, type SalonProfile, salons } from '#core/contract/salons.ts';
import { cities, DEFAULT_CITY } from '#core/domain/cities.ts';
import { MAX_TITLE } from '#core/domain/deals.ts';
import { stillOf } from '#core/domain/media.ts';
import { MAX_ABOUT, MAX_PHOTOS } from '#core/domain/salons.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { MediaField } from '#web/features/media/media-field.tsx';
import { useMediaUpload } from '#web/features/media/use-media-upload.ts';
import { LocationField } from '#web/features/own-deals/location-field.tsx';
import { PhotosField, SALON_PHOTOS, usePhotos } from '#web/features/own-deals/photos-field.tsx';
import { useWaitForUpload } from '#web/features/own-deals/use-wait-for-upload.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { takeOver, useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PhoneField, TextArea, TextField } from '#web/ui/form/text-fields.tsx';
import { HolidaysField } from './holidays-field.tsx';
import { HoursField } from './hours-field.tsx';
import { formatDay, OpeningTimes } from './opening-times.tsx';
import { SameOnWhatsApp } from './same-on-whatsapp.tsx';
import { useShowSalon } from './use-own-salon.ts';

interface Props {
  /** Null before there is one. */
  salon: SalonProfile | null;
  /** In the admin panel: the salon of anybody. */
  isAdmin?: boolean;
  onDone: () => void;
}

const save = (body: SalonInput, other: SalonProfile | null) =>
  other ? api.call(salons.save, { params: { id: other.id }, body }) : api.call(salons.saveOwn, { body });

export function SalonForm({ salon, isAdmin = false, onDone }: Props) {
  const t = useT();
  const show = useShowSalon({ isOwn: !isAdmin });
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const submission = useSubmit({
    shape: SalonInput,
    start: salon ?? { city: DEFAULT_CITY, version: 0 },
    send: (body) => save(body, isAdmin ? salon : null),
    onDone: (saved) => {
      show(saved);
      toast({ tone: 'done', title: t('salonForm.saved') });
      onDone();
    },
    onFailed: (_, error) => {
      if (codeOfRefusal(error) !== 'salons.changed') return;
      const { saved } = (error as ApiError).details as Pick<Conflict, 'saved'>;
      show(saved);
      setConflict({ saved, names: takeOver(submission, saved) });
    },
    leaves: true,
    failed: t('salonForm.failed'),
  });
  const { form } = submission;
  const change = (name: string, value: unknown) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const logo = useMediaUpload({ rules: SALON_PHOTOS, onUploaded: (url) => change('logoUrl', url) });
  const photosNow = (): string[] => form.getValues('photos') ?? [];
  const photos = usePhotos({
    onUploaded: (url) => change('photos', [...new Set([...photosNow(), url])]),
    room: () => MAX_PHOTOS - photosNow().length,
  });
  const states = [logo.current.state, photos.state];
  const state = states.find((one) => one === 'uploading') ?? states.find((one) => one !== 'none') ?? 'none';
  const { isWaiting, giveUp, submit } = useWaitForUpload(state, submission);
  const cancelable = <Upload extends { cancel: () => void }>(upload: Upload) => ({
    ...upload,
    cancel: () => {
      giveUp();
      upload.cancel();
    },
  });
  return (
    <Form
      submission={{ ...submission, submit, isBusy: submission.isBusy || isWaiting }}
      action={t('salonForm.save')}
      pending={t(isWaiting ? 'salonForm.waiting' : 'salonForm.saving')}
      hasCancel
    >
      <TextField name="name" label={t('salonForm.name')} maxLength={MAX_TITLE} autoComplete="organization" />
      <SelectField
        name="city"
        label={t('dealForm.city')}
        options={cities.map((city) => ({ value: city, text: cityName(city, t) }))}
      />
      <TextField name="address" label={t('dealForm.address')} maxLength={200} autoComplete="street-address" />
      <LocationField name="location" />
      <TextArea name="about" label={t('salonForm.about')} maxLength={MAX_ABOUT} lang="sq" />
      <TextArea name="aboutEn" label={t('salonForm.aboutEn')} maxLength={MAX_ABOUT} lang="en" />
      <MediaField
        name="logoUrl"
        label={t('salonForm.logo')}
        hint={t('salonForm.logo.hint')}
        upload={cancelable(logo)}
        isSquare
      />
      <PhotosField name="photos" upload={cancelable(photos)} />
      <HoursField name="hours" label={t('salonForm.hours')} />
      <HolidaysField name="holidays" />
      <PhoneField name="phone" label={t('dealForm.phone')} />
      <SameOnWhatsApp isNew={!salon} />
      <PhoneField name="whatsapp" label="WhatsApp" />
      <PhoneField name="viber" label="Viber" />
      <TextField
        name="instagram"
        label="Instagram"
        placeholder="@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        wrong={{ invalid: t('salonForm.instagram.wrong') }}
      />
      {conflict && <SavedMeanwhile {...conflict} />}
    </Form>
  );
}

interface Conflict {
  saved: SalonProfile;
  /** Fields that were changed here too. */
  names: string[];
}

/** What another tab or an administrator saved since the form was opened. */
function SavedMeanwhile({ saved, names }: Conflict) {
  const t = useT();
  const inWords: { [Name in keyof SalonProfile]?: readonly [label: string, value: ReactNode] } = {
    name: [t('salonForm.name'), saved.name],
    city: [t('dealForm.city'), cityName(saved.city, t)],
    address: [t('dealForm.address'), saved.address],
    location: [t('dealForm.location'), saved.location],
    about: [t('salonForm.about'), saved.about],
    aboutEn: [t('salonForm.aboutEn'), saved.aboutEn],
    logoUrl: [t('salonForm.logo'), saved.logoUrl && <Thumbnails urls={[saved.logoUrl]} />],
    photos: [t('salonForm.photos'), saved.photos.length > 0 && <Thumbnails urls={saved.photos} />],
    hours: [t('salonForm.hours'), saved.hours.length > 0 && <OpeningTimes salon={saved} />],
    holidays: [t('salonForm.holidays'), saved.holidays.map((day) => formatDay(day, t)).join('; ')],
    phone: [t('dealForm.phone'), saved.phone],
    whatsapp: ['WhatsApp', saved.whatsapp],
    viber: ['Viber', saved.viber],
    instagram: ['Instagram', saved.instagram],
  };
  const shown = Object.entries(inWords).filter(([name]) => names.includes(name));
  return (
    <section className="flex flex-col gap-2 rounded-2xl bg-raised p-4 text-sm">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{t('salonForm.changed')}</h3>
      <p>{t(shown.length > 0 ? 'salonForm.changed.both' : 'salonForm.changed.others')}</p>
      <dl className="flex flex-col gap-2 empty:hidden">
        {shown.map(([name, [label, value]]) => (
          <div key={name}>
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value || t('salonForm.changed.empty')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Thumbnails = ({ urls }: { urls: string[] }) => (
  <span className="flex flex-wrap gap-2">
    {urls.map((url) => (
      <img key={url} src={stillOf(url, 320)} alt="" className="h-16 rounded-xl bg-surface" />
    ))}
  </span>
);
