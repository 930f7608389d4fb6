import type { User } from '#core/contract/accounts.ts';
import { Terms } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useSubmit } from '#web/kit/use-submit.ts';
import { Form } from '#web/ui/form/form.tsx';
import { AcceptTerms } from '../accounts/accept-terms.tsx';
import { failureOf, type Newcomer } from './use-come-in.ts';

/** Whoever showed elsewhere who they are, and has no account yet, gets one by accepting the terms. */
export function NewcomerForm({ newcomer, onIn }: { newcomer: Newcomer; onIn: (user: User) => void }) {
  const t = useT();
  const submission = useSubmit({
    shape: Terms,
    start: { acceptsTerms: false },
    send: newcomer.accept,
    onDone: ({ user }) => {
      const text = user.isEmailVerified ? undefined : t('auth.registered.mail');
      toast({ tone: 'done', title: t('auth.registered'), text });
      onIn(user);
    },
    leaves: true,
    failed: t(failureOf[newcomer.provider]),
  });
  return (
    <Form card submission={submission} action={t('register.action')} pending={t('register.pending')}>
      <p className="font-semibold wrap-anywhere">{newcomer.email}</p>
      <AcceptTerms />
    </Form>
  );
}
