import { ContactMessage, LONGEST_MESSAGE, MAX_SUBJECT, support } from '#core/contract/support.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { MessageSent, useSent } from './message-sent.tsx';

/** A message of anybody, to be answered at the e-mail they leave. */
export function ContactForm({ email, onDone }: { email?: string | undefined; onDone: () => void }) {
  const t = useT();
  const { isSent, onSent } = useSent();
  const submission = useSubmit({
    shape: ContactMessage,
    start: { email },
    send: (body) => api.call(support.contact, { body }),
    onDone: onSent,
    leaves: true,
    failed: t('help.contact.failed'),
  });
  if (isSent) return <MessageSent onDone={onDone} />;
  return (
    <Form submission={submission} action={t('help.send')} pending={t('help.sending')}>
      <TextField
        name="email"
        label={t('help.contact.email')}
        type="email"
        autoComplete="email"
        placeholder={t('help.contact.placeholder')}
      />
      <TextField name="subject" label={t('help.contact.subject')} maxLength={MAX_SUBJECT} />
      <TextArea name="message" label={t('help.message')} hint={t('help.hint')} maxLength={LONGEST_MESSAGE} rows={6} />
    </Form>
  );
}
