import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  ContactMessage,
  LONGEST_MESSAGE,
  MAX_MESSAGE,
  MAX_SUBJECT,
  MIN_MESSAGE,
  SupportMessage,
  support,
} from '#core/contract/support.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { UnsavedChangesContext } from '#web/kit/forms/unsaved-changes.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { TextArea, TextField } from '#web/ui/form/text-fields.tsx';
import { Check } from '#web/ui/icons.ts';
import { keepDraft, takeDraft } from './help-draft.ts';

interface HelpProps {
  userId: string;
  /** The id of an order. */
  about?: string | undefined;
  onDone: () => void;
}

/** For signed-in users. */
export function HelpForm({ userId, about, onDone }: HelpProps) {
  const t = useT();
  const [orderId, setOrderId] = useState(about);
  const { isSent, isThere, onSent } = useSent();
  const [isEnded, setEnded] = useState(false);
  const submission = useSubmit({
    shape: SupportMessage,
    send: (body) => api.call(support.send, { body: { ...body, ...(orderId && { orderId }) } }),
    onDone: onSent,
    onFailed: ({ message }, error) => {
      if (codeOfRefusal(error) === 'access.notAuthenticated') setEnded(true);
      else if (isThere.current) return;
      keepDraft({ userId, message, orderId });
    },
    leaves: true,
    failed: t('help.failed'),
  });
  const { form } = submission;
  const message = useWatch({ control: form.control, name: 'message' });
  useEffect(() => {
    if (isEnded && !isSent) keepDraft(message ? { userId, message, orderId } : null);
  }, [isEnded, isSent, message, orderId, userId]);
  useEffect(() => {
    const draft = takeDraft(userId);
    if (!draft) return;
    form.setValue('message', draft.message, { shouldDirty: true });
    setOrderId(draft.orderId);
  }, [form, userId]);
  if (isSent) return <MessageSent onDone={onDone} />;
  return (
    <Form
      submission={submission}
      action={t('help.send')}
      pending={t('help.sending')}
      missing={message ? undefined : t('validation.messageRequired')}
    >
      {orderId && (
        <p className="text-sm wrap-anywhere">
          {t('help.order')} <strong translate="no">{orderNumberOf({ id: orderId })}</strong>
        </p>
      )}
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

/** For guests, who leave an email for the answer. */
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

/** Spec 2 §9. */
const SHOWN_MS = 2000;

/** Whether it was sent; if the dialog is closed by then, a toast tells. */
function useSent() {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const onSent = () => (isThere.current ? setSent(true) : toast({ tone: 'done', title: t('help.sent.toast') }));
  return { isSent, isThere, onSent };
}

/** Replaces the form for a moment, and closes the dialog. */
function MessageSent({ onDone }: { onDone: () => void }) {
  const t = useT();
  const title = useRef<HTMLParagraphElement>(null);
  const typed = use(UnsavedChangesContext);
  const tell = useEffectEvent(() => {
    toast({ tone: 'done', title: t('help.sent.toast'), isAnnounced: true });
    announce(t('help.sent.text'));
  });
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    // Nothing is unsaved any more.
    if (typed) typed.current = null;
    title.current?.focus();
    tell();
    const timer = setTimeout(() => leave(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div data-keep-clear="" className="flex flex-col items-center gap-3 py-8 text-center">
      <span className="text-olive">
        <Check size={36} />
      </span>
      <p ref={title} tabIndex={-1} className="font-display text-xl font-semibold">
        {t('help.sent')}
      </p>
      <p className="text-muted">{t('help.sent.text')}</p>
    </div>
  );
}
