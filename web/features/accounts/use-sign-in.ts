import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accounts, Credentials, Registration, type User } from '#core/contract/accounts.ts';
import { isRefusal } from '#core/contract/call.ts';
import type { AnswerOf, BodyOf } from '#core/contract/endpoint.ts';
import { CodeForm } from '#core/contract/second-factors.ts';
import { useParameter } from '#web/kit/address.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import type { CameFrom } from '#web/kit/link.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useSubmit } from '#web/kit/use-submit.ts';
import { safeNext } from './safe-next.ts';
import { useTypedEmail } from './use-typed-email.ts';
import { useBecome } from './use-user.ts';
import { verifyToken } from './verify-token.ts';

/** Spec 2 §9. */
const REDIRECT_MS = 100;

interface Arrival {
  /** Forgets what was a guest's. */
  forgetGuest: () => void;
  /** Finishes an addition to the cart that was begun before signing in, and says how it went. */
  add: (dealId: string) => Promise<void>;
}

/** Becomes the user, finishes what was begun before, and goes where one came from. */
export function useArrive({ forgetGuest, add }: Arrival) {
  const become = useBecome();
  const navigate = useNavigate();
  const wanted = useParameter('add');
  const next = useParameter('next');
  const { state } = useLocation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = () => {
    // Whoever went elsewhere meanwhile is where they want to be.
    if (!isHere.current) return;
    const to = safeNext(next);
    // Where the page before is the one they go on to, it would stand in the history twice.
    if ((state as CameFrom | null)?.from === to) void navigate(-1);
    else void navigate(to, { replace: true });
  };
  return (user: User): void => {
    const link = next?.startsWith('/verify') ? verifyToken.get() : '';
    forgetGuest();
    become(user);
    // It is theirs, also where somebody else was signed in until now.
    if (link) verifyToken.set(link);
    if (wanted) void add(wanted);
    setTimeout(go, REDIRECT_MS);
  };
}

type SignedIn = AnswerOf<typeof accounts.login>;

/** Signs in once more, with a code too. */
export type EnterWithCode = (code: string) => Promise<SignedIn>;

export function useSignIn(onIn: (user: User) => void, askCode: (enter: EnterWithCode) => void) {
  const t = useT();
  const submission = useSubmit({
    shape: Credentials,
    start: { rememberMe: true },
    send: ({ email, ...rest }) => {
      const enter = (code?: string) =>
        api.call(accounts.login, { body: { username: email, ...rest, ...(code && { code }) } });
      return orAskCode(enter);
    },
    onDone: (answer) => ('user' in answer ? onIn(answer.user) : askCode(answer.enter)),
    leaves: (answer) => 'user' in answer,
    failed: t('auth.loginFailed'),
    serverNames: { username: 'email' },
    blames: { 'accounts.badCredentials': { email: undefined, password: 'checkBoth' } },
  });
  useTypedEmail(submission);
  return submission;
}

/** The answer, or how one enters where a code is asked for, which is no failure. */
async function orAskCode(enter: (code?: string) => Promise<SignedIn>): Promise<SignedIn | { enter: EnterWithCode }> {
  try {
    return await enter();
  } catch (error) {
    if (codeOfRefusal(error) !== 'accounts.codeNeeded') throw error;
    return { enter };
  }
}

/** The code that was asked for. */
export function useEnterCode(enter: EnterWithCode, onIn: (user: User) => void) {
  const t = useT();
  return useSubmit({
    shape: CodeForm,
    send: ({ code }) => enter(code),
    onDone: ({ user }) => onIn(user),
    leaves: true,
    failed: t('auth.loginFailed'),
  });
}

export function useRegister(onIn: (user: User) => void) {
  const t = useT();
  const orEnter = useOrEnter();
  return useSubmit({
    shape: Registration,
    start: { acceptsTerms: false, rememberMe: true },
    send: ({ email, password, ...rest }) =>
      orEnter({ username: email, password, rememberMe: rest.rememberMe }, () =>
        api.call(accounts.register, {
          body: { username: email, email, passwordHash: password, role: 'user', ...rest },
        }),
      ),
    onDone: ({ user }) => {
      toast({ tone: 'done', title: t('auth.registered'), text: t('auth.registered.mail') });
      onIn(user);
    },
    leaves: true,
    failed: t('auth.registrationFailed'),
    unknown: t('auth.registrationUnknown'),
    serverNames: { username: 'email', passwordHash: 'password' },
  });
}

/** Makes an account; where one is there since an answer was lost, it is theirs if what was typed opens it. */
function useOrEnter() {
  const lost = useRef<string>(null);
  return async (typed: BodyOf<typeof accounts.login>, make: () => Promise<SignedIn>): Promise<SignedIn> => {
    const attempt = JSON.stringify(typed);
    try {
      return await make();
    } catch (error) {
      if (!isRefusal(error)) lost.current = attempt;
      if (codeOfRefusal(error) !== 'accounts.emailTaken' || lost.current !== attempt) throw error;
      return api.call(accounts.login, { body: typed }).catch((why) => {
        throw isSignedOut(why) ? error : why;
      });
    }
  };
}

export function useSignOut() {
  const t = useT();
  const become = useBecome();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.call(accounts.logout),
    onSuccess: () => {
      become(null);
      toast({ tone: 'done', title: t('auth.signedOut') });
      void navigate('/');
    },
    onError: () => toast({ tone: 'failed', title: t('common.error'), text: t('auth.logoutFailed') }),
  });
}
