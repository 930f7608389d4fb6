import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_MESSAGE, MIN_MESSAGE, SupportMessage, support } from '#core/contract/support.ts';
import { api, codeOfRefusal } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { keepDraft, takeDraft } from './help-draft.ts';
import { MessageSent, useSent } from './message-sent.tsx';

/** A message of who is signed in. */
export function HelpForm({ userId, onDone }: { userId: string; onDone: () => void }) {
  const t = useT();
  const { isSent, isThere, onSent } = useSent();
  const [isEnded, setEnded] = useState(false);
  const submission = useSubmit({
    shape: SupportMessage,
    send: (body) => api.call(support.send, { body }),
    onDone: onSent,
    onFailed: ({ message }, error) => {
      if (codeOfRefusal(error) === 'access.notAuthenticated') setEnded(true);
      else if (isThere.current) return;
      keepDraft({ userId, message });
    },
    leaves: true,
    failed: t('help.failed'),
  });
  const { form } = submission;
  const message = useWatch({ control: form.control, name: 'message' });
  useEffect(() => {
    if (isEnded && !isSent) keepDraft(message ? { userId, message } : null);
  }, [isEnded, isSent, message, userId]);
  useEffect(() => {
    const draft = takeDraft(userId);
    if (draft) form.setValue('message', draft, { shouldDirty: true });
  }, [form, userId]);
  if (isSent) return <MessageSent onDone={onDone} />;
  return (
    <Form
      submission={submission}
      action={t('help.send')}
      pending={t('help.sending')}
      missing={message ? undefined : t('validation.messageRequired')}
    >
      <TextArea
        name="message"
        label={t('help.message')}
        hint={`${t('help.hint.most', { min: MIN_MESSAGE, max: MAX_MESSAGE })} ${t('help.hint')}`}
        maxLength={MAX_MESSAGE}
        rows={6}
      />
    </Form>
  );
}
