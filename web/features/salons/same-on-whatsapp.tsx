import { useEffect, useEffectEvent, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

/** An Albanian mobile number, as far as it is typed. */
const isMobile = (phone: string) => /^((\+|00)?355|0)\s*6/.test(phone.trim());

/** Fills the WhatsApp field with the phone number, and keeps them the same while they are. */
export function SameOnWhatsApp({ isNew }: { isNew: boolean }) {
  const t = useT();
  const { form } = useFormContext();
  const [phone = '', whatsapp = ''] = useWatch({ control: form.control, name: ['phone', 'whatsapp'] });
  const before = useRef(phone);
  /** Whether the visitor decided. */
  const wasSet = useRef(false);
  const set = (value: string) => form.setValue('whatsapp', value, { shouldDirty: true });
  const follow = useEffectEvent(() => {
    const isSame = whatsapp !== '' && whatsapp === before.current;
    before.current = phone;
    if (isSame || (isNew && !wasSet.current && !whatsapp && isMobile(phone))) set(phone);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the phone number changes
  useEffect(() => follow(), [phone]);
  return (
    <label className="-mt-2 flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={whatsapp !== '' && whatsapp === phone}
        onChange={({ target: { checked } }) => {
          wasSet.current = true;
          set(checked ? phone : '');
        }}
        className="size-6 shrink-0 accent-brand"
      />
      {t('salonForm.sameOnWhatsApp')}
    </label>
  );
}
