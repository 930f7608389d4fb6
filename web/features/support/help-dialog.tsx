import { useEffect, useEffectEvent } from 'react';
import { onBroadcast } from '#web/kit/tabs.ts';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { LEFT_NEWS, useUser } from '../accounts/use-user.ts';
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
  const leave = useEffectEvent(close);
  const visitor = useUser();
  const isOfAnother = userId !== null && visitor.state === 'user' && visitor.user.id !== userId;
  // What somebody was writing who left in another tab is not for who comes next.
  useEffect(() => onBroadcast(LEFT_NEWS, () => leave()), []);
  useEffect(() => {
    if (isOfAnother) leave();
  }, [isOfAnother]);
  return (
    <FormDialog title={title} onClose={close}>
      {userId === null ? <LazyContact onDone={close} /> : <LazyHelp userId={userId} onDone={close} />}
    </FormDialog>
  );
}
