import { useWatch } from 'react-hook-form';
import { MAX_REPOSTS, MAX_TITLE } from '#core/domain/deals.ts';
import { formatHours } from '#core/i18n/hours.ts';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { PhoneField, TextArea, TextField } from '#web/ui/form/text-fields.tsx';
import { LimitFields } from './limit-fields.tsx';
import { LocationField } from './location-field.tsx';
import { Optional } from './optional.tsx';
import { readCount } from './read-count.ts';

/** Stored where a deal has no hours of its own; shown as a placeholder. */
export const DEFAULT_HOURS = '9 AM - 9 PM';
/** As in the contract. */
const MAX_DESCRIPTION = 5000;
const MAX_BUSINESS_INFO = 2000;

export function OptionalFields({ hasStarted }: { hasStarted: boolean }) {
  return (
    <>
      <Details />
      <Selling />
      <LimitFields hasStarted={hasStarted} />
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
