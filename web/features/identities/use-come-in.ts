import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { identities } from '#core/contract/identities.ts';
import type { Provider } from '#core/domain/accounts.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { toast } from '#web/kit/toasts.ts';
import type { EnterWithCode } from '../accounts/use-sign-in.ts';

type SignedIn = AnswerOf<typeof identities.google>;

/** Somebody who showed elsewhere who they are, and has no account yet. */
export interface Newcomer {
  provider: Provider;
  email: string;
  /** Makes it. */
  accept: () => Promise<SignedIn>;
}

export const failureOf = { google: 'auth.googleFailed', apple: 'auth.appleFailed' } as const;

interface Coming {
  onIn: (user: User) => void;
  askCode: (enter: EnterWithCode) => void;
  /** Whether the browser is to stay signed in. */
  remembers: () => boolean;
}

/** Comes in with what somebody else vouches for; a `newcomer` is asked for the terms first. */
export function useComeIn({ onIn, askCode, remembers }: Coming) {
  const t = useT();
  const offline = useOffline();
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  const [isIn, setIn] = useState(false);
  const { mutateAsync, isPending } = useMutation({ mutationFn: (send: () => Promise<SignedIn>) => send() });
  const say = (text: string) => toast({ tone: 'failed', title: t('common.error'), text });

  const onCredential = async (provider: Provider, credential: string) => {
    if (offline) return say(t('offline.needsConnection'));
    const rememberMe = remembers();
    const send = (more: { acceptsTerms: boolean; code?: string }) =>
      api.call(identities[provider], { body: { credential, rememberMe, ...more } });
    try {
      const { user } = await mutateAsync(() => send({ acceptsTerms: false }));
      setIn(true);
      onIn(user);
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
