import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { Terms } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { ApiError } from '#core/contract/call.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import type { Provider } from '#core/domain/accounts.ts';
import { AcceptTerms } from '#web/features/accounts/login-forms.tsx';
import type { EnterWithCode } from '#web/features/accounts/use-sign-in.ts';
import { api } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useIdentities } from '#web/kit/data/shop-config.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { lacksCookies } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { IdentityButtons, type IdentityButtonsProps } from './identity-buttons.tsx';

/** Creates an account for a new user of an identity provider once they accept the terms. */
export function NewcomerForm({ newcomer, onIn }: { newcomer: Newcomer; onIn: (user: User) => void }) {
  const t = useT();
  const submission = useSubmit({
    shape: Terms,
    start: { acceptsTerms: false },
    send: newcomer.accept,
    onDone: ({ user }) => {
      const text = user.isEmailVerified ? undefined : t('auth.registered.mail');
      onIn(user);
      toast({ tone: 'done', title: t('auth.registered'), text });
    },
    leaves: true,
    failed: t(failureOf[newcomer.provider]),
  });
  return (
    <Form card submission={submission} action={t('register.action')} pending={t('register.pending')}>
      <p translate="no" className="font-semibold wrap-anywhere">
        {newcomer.email}
      </p>
      <AcceptTerms />
    </Form>
  );
}

/** The provider buttons and a divider above the email form. */
export function OtherWays(ways: Omit<IdentityButtonsProps, 'providers'>) {
  const t = useT();
  const { google, apple } = useIdentities();
  if (!google && !apple) return null;
  return (
    <div className="flex flex-col gap-3">
      <IdentityButtons {...ways} />
      <p className="flex items-center gap-3 text-sm text-muted">
        <Line />
        {t('login.orEmail')}
        <Line />
      </p>
    </div>
  );
}

const Line = () => <span aria-hidden="true" className="flex-1 border-t border-line" />;

type SignedIn = AnswerOf<typeof identities.google>;

/** A user of an identity provider who has no account yet. */
interface Newcomer {
  provider: Provider;
  email: string;
  accept: () => Promise<SignedIn>;
}

const failureOf = { google: 'auth.googleFailed', apple: 'auth.appleFailed' } as const;

interface Coming {
  onIn: (user: User) => void;
  askCode: (enter: EnterWithCode) => void;
  remembers: () => boolean;
}

/** Signs in with a provider's credential; a `newcomer` has to accept the terms first. */
export function useComeIn({ onIn, askCode, remembers }: Coming) {
  const t = useT();
  const offline = useOffline();
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  const [isIn, setIn] = useState(false);
  const { mutateAsync, isPending } = useMutation({ mutationFn: (send: () => Promise<SignedIn>) => send() });
  const say = (text: string) => toast({ tone: 'failed', title: t('common.error'), text });

  const onCredential = async (provider: Provider, credential: string) => {
    if (offline) return say(t('offline.needsConnection'));
    if (lacksCookies(t)) return;
    const rememberMe = remembers();
    const send = (more: { acceptsTerms: boolean; code?: string }) =>
      api.call(identities[provider], { body: { credential, rememberMe, ...more } });
    try {
      const { user } = await mutateAsync(() => send({ acceptsTerms: false }));
      onIn(user);
      setIn(true);
    } catch (error) {
      const { code, said, details } = error instanceof ApiError ? error : ({} as Partial<ApiError>);
      if (code === 'accounts.codeNeeded') askCode((code) => send({ acceptsTerms: false, code }));
      else if (code === 'identities.termsNeeded') {
        const { email } = details as { email: string };
        setNewcomer({ provider, email, accept: () => send({ acceptsTerms: true }) });
      } else say(said ?? t(failureOf[provider]));
    }
  };
  return { onCredential, newcomer, forget: () => setNewcomer(null), isBusy: isPending || isIn };
}
