/** What was chosen or typed on the settings and is not saved: this tab keeps it while the page is loaded anew, as for another language. */
import { useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Fields } from '#web/kit/form.ts';
import { createStoredState } from '#web/kit/stored-state.ts';

interface Unsaved {
  userId: string;
  /** Null is a field that was emptied. */
  fields: Record<string, unknown>;
}

const kept = createStoredState<Unsaved | null>('unsavedSettings', {
  none: null,
  read: (stored) => (isUnsaved(stored) ? stored : null),
  isPersonal: () => true,
  isOfTab: true,
});

function isUnsaved(stored: unknown): stored is Unsaved {
  const { userId, fields } = (stored ?? {}) as Partial<Record<string, unknown>>;
  return typeof userId === 'string' && typeof fields === 'object' && fields !== null;
}

export const forgetUnsaved = () => kept.set(null);

/** Of this person alone: another may have signed in over them. */
function unsavedOf(userId: string): Unsaved['fields'] {
  const unsaved = kept.get();
  return unsaved?.userId === userId ? unsaved.fields : {};
}

/** Puts back what of this field its owner did not save, and keeps what is not saved. */
export function useUnsaved(name: string, { userId, form }: Pick<Fields, 'form'> & { userId: string }): void {
  const [before] = useState(() => unsavedOf(userId)[name]);
  const now: unknown = useWatch({ control: form.control, name });
  const { isDirty } = useFormState({ control: form.control });
  useEffect(() => {
    if (before !== undefined) form.setValue(name, before ?? undefined, { shouldDirty: true });
  }, [form, name, before]);
  useEffect(() => {
    const { [name]: _, ...others } = unsavedOf(userId);
    kept.set({ userId, fields: isDirty ? { ...others, [name]: now ?? null } : others });
  }, [name, userId, now, isDirty]);
}
