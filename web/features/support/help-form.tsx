import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { support } from '#core/contract/support.ts';
import { MAX_MESSAGE, SupportMessage } from '#core/contract/support-message.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { MessageSent } from './message-sent.tsx';

/** A message of who is signed in. */
export function HelpForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const submission = useSubmit({
    shape: SupportMessage,
    send: (body) => api.call(support.send, { body }),
    onDone: () => setSent(true),
    leaves: true,
    failed: t('help.failed'),
  });
  const message = useWatch({ control: submission.form.control, name: 'message' });
  if (isSent) return <MessageSent onDone={onDone} />;
  return (
    <Form
      submission={submission}
      action={t('help.send')}
      pending={t('help.sending')}
      missing={message ? undefined : t('validation.messageRequired')}
    >
      <TextArea name="message" label={t('help.message')} hint={t('help.hint')} maxLength={MAX_MESSAGE} rows={6} />
    </Form>
  );
}
