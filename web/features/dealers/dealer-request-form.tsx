import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { User } from '#core/contract/accounts/accounts.ts';
import { DealerApplication, MAX_NIPT, type OwnDealerRequest } from '#core/contract/dealers.ts';
import { codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { draftOf, keepDraft, useSendRequest } from './use-dealer-request.ts';

const requirements = [
  'dealerRequest.requirement1',
  'dealerRequest.requirement2',
  'dealerRequest.requirement3',
] as const;

/** Refusals that leave nothing to send. */
const DECIDED = ['dealers.pending', 'dealers.mayPost'];

interface Props {
  user: User;
  /** The rejected request, whose values are offered again. */
  before: OwnDealerRequest | null;
  /** Null where the answer was lost, or the request was made elsewhere. */
  onDone: (request: OwnDealerRequest | null) => void;
}

export function DealerRequestForm({ user: { id: userId, email: ownEmail }, before, onDone }: Props) {
  const t = useT();
  const send = useSendRequest();
  const submission = useSubmit({
    shape: DealerApplication,
    start: before ?? { email: ownEmail },
    send,
    onDone: (request) => {
      toast({ tone: 'done', title: t('dealerRequest.success') });
      onDone(request);
    },
    // The dialog may be closed by then.
    onFailed: (typed, error) => {
      // Sent or decided elsewhere meanwhile: the card shows it.
      if (DECIDED.includes(codeOfRefusal(error) ?? '')) onDone(null);
      else keepDraft({ userId, typed });
    },
    leaves: true,
    // In lower case (Spec 2 §8).
    failedTitle: t('dealerRequest.error'),
    failed: t('dealerRequest.failed'),
  });
  const { form } = submission;
  const [nipt, phone, email] = useWatch({ control: form.control, name: ['nipt', 'phone', 'email'] });
  useEffect(() => {
    for (const [name, typed] of Object.entries(draftOf(userId) ?? {}))
      form.setValue(name, typed, { shouldDirty: true });
  }, [form, userId]);
  const { isDirty } = form.formState;
  useEffect(() => {
    if (isDirty) keepDraft({ userId, typed: { nipt, phone, email } });
  }, [isDirty, userId, nipt, phone, email]);
  // An email makes up for a missing phone.
  useEffect(() => {
    if (email && form.getFieldState('phone').error) void form.trigger('phone');
  }, [form, email]);
  return (
    <Form submission={submission} action={t('dealerRequest.submit')} pending={t('common.submitting')} hasCancel isTold>
      <section className="flex flex-col gap-1 rounded-2xl bg-raised p-4 text-sm">
        <h3 className="font-sans text-sm font-semibold tracking-normal">{t('dealerRequest.requirements')}</h3>
        <ul className="list-disc pl-5">
          {requirements.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
      <TextField
        name="nipt"
        label={t('dealerRequest.nipt')}
        maxLength={MAX_NIPT}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <PhoneField name="phone" label={t('dealerRequest.phone')} hint={t('dealerRequest.contact')} />
      <TextField name="email" label={t('dealerRequest.email')} type="email" autoComplete="email" />
    </Form>
  );
}
