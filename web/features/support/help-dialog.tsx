import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { keepDraft } from './help-draft.ts';

const LazyHelp = lazyForm(async () => (await import('./help-form.tsx')).HelpForm, ['help']);
/** For a dialog of whoever may not be signed in. */
export const LazyContact = lazyForm(async () => (await import('./contact-form.tsx')).ContactForm, ['help']);

/** Stays as it was opened though a session ends meanwhile: what was typed is not to go. */
export function HelpDialog({ title, userId, onClose }: { title: string; userId: string | null; onClose: () => void }) {
  const close = () => {
    keepDraft(null);
    onClose();
  };
  return (
    <FormDialog title={title} onClose={close}>
      {userId === null ? <LazyContact onDone={close} /> : <LazyHelp userId={userId} onDone={close} />}
    </FormDialog>
  );
}
