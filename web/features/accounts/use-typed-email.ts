import { useEffect } from 'react';
import type { Fields } from '#web/kit/form.ts';
import { createStoredState } from '#web/kit/stored-state.ts';

/** What somebody typed to sign in or to set another password: who goes from one to the other means the same. */
const typedEmail = createStoredState<string>('typedEmail', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** Fills in `own`, or the address that was typed before, and keeps what is typed for the form that one goes to. */
export function useTypedEmail({ form }: Fields, own?: string): void {
  useEffect(() => {
    const known = own ?? typedEmail.get();
    if (known && !form.getValues('email')) form.setValue('email', known);
  }, [form, own]);
  useEffect(() => {
    const keep = () => typedEmail.set(form.getValues('email') ?? '');
    // Another language loads the page anew.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form]);
}
