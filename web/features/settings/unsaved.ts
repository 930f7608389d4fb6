/** What was chosen or typed on the settings and is not saved: this tab keeps it while the page is loaded anew, as for another language. */
import { useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { keptInBrowser } from '#web/kit/kept.ts';
import type { Fields } from '#web/kit/use-submit.ts';

type Unsaved = Record<string, unknown>;

export const unsavedSettings = keptInBrowser<Unsaved>('unsavedSettings', {
  none: {},
  read: (stored) => (typeof stored === 'object' && stored !== null ? (stored as Unsaved) : {}),
  isPersonal: () => true,
  isOfTab: true,
});

/** Puts back what of this field was not saved, and keeps what is not. */
export function useUnsaved(name: string, { form }: Fields): void {
  const [before] = useState(() => unsavedSettings.get()[name]);
  const now: unknown = useWatch({ control: form.control, name });
  const { isDirty } = useFormState({ control: form.control });
  useEffect(() => {
    if (before !== undefined) form.setValue(name, before, { shouldDirty: true });
  }, [form, name, before]);
  useEffect(() => {
    const { [name]: _, ...others } = unsavedSettings.get();
    unsavedSettings.set(isDirty ? { ...others, [name]: now } : others);
  }, [name, now, isDirty]);
}
