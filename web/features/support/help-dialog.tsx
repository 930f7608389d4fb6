import { useEffect, useEffectEvent } from 'react';
import { LEFT_NEWS } from '#web/features/accounts/become.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { onBroadcast } from '#web/kit/data/tabs.ts';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { keepDraft } from './help-draft.ts';

const LazyHelp = lazyForm(async () => (await import('./help-forms.tsx')).HelpForm, ['help']);
const LazyMessages = lazyForm(async () => (await import('./own-messages.tsx')).OwnMessages, ['help']);
/** For guests too. */
export const LazyContact = lazyForm(async () => (await import('./help-forms.tsx')).ContactForm, ['help']);

interface Props {
  title: string;
  userId: string | null;
  /** The id of an order that it is about. */
  about?: string | undefined;
  /** The id of an earlier message, shown open with its answer. */
  shownId?: string | undefined;
  onClose: () => void;
}

/** The form stays although the session ends, so that nothing typed is lost. */
export function HelpDialog({ title, userId, about, shownId, onClose }: Props) {
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const leave = useEffectEvent(close);
  const visitor = useUser();
  const isOfAnother = userId !== null && visitor.state === 'user' && visitor.user.id !== userId;
  // A draft of another user is not shown.
  useEffect(() => onBroadcast(LEFT_NEWS, () => leave()), []);
  useEffect(() => {
    if (isOfAnother) leave();
  }, [isOfAnother]);
  const messages = visitor.state === 'user' && <LazyMessages shownId={shownId} onLeave={close} />;
  return (
    <FormDialog title={title} onClose={close}>
      {userId === null ? (
        <LazyContact onDone={close} />
      ) : (
        <div className="flex flex-col gap-6">
          {shownId && messages}
          <LazyHelp userId={userId} about={about} onDone={close} />
          {!shownId && !about && messages}
        </div>
      )}
    </FormDialog>
  );
}
