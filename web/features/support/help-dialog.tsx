import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';

const LazyHelp = lazyForm(async () => (await import('./help-form.tsx')).HelpForm, ['help']);
/** For a dialog of whoever may not be signed in. */
export const LazyContact = lazyForm(async () => (await import('./contact-form.tsx')).ContactForm, ['help']);

/** Stays as it was opened though a session ends meanwhile: what was typed is not to go. */
export function HelpDialog({ title, isOfGuest, onClose }: { title: string; isOfGuest: boolean; onClose: () => void }) {
  return (
    <FormDialog title={title} onClose={onClose}>
      {isOfGuest ? <LazyContact onDone={onClose} /> : <LazyHelp onDone={onClose} />}
    </FormDialog>
  );
}
