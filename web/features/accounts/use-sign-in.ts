import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { accounts, type User } from '#core/contract/accounts.ts';
import { isRefusal } from '#core/contract/call.ts';
import { Credentials, Registration } from '#core/contract/credentials.ts';
import type { AnswerOf, BodyOf } from '#core/contract/endpoint.ts';
import { CodeForm } from '#core/contract/second-factor-forms.ts';
import { useParameter } from '#web/kit/address.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { keptInBrowser } from '#web/kit/kept.ts';
import type { CameFrom } from '#web/kit/link.tsx';
import { toast } from '#web/kit/toasts.ts';
import { type Fields, useSubmit } from '#web/kit/use-submit.ts';
import { useBecome } from './use-user.ts';

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

const HOME = '/';
/** A path of ours is one wherever the shop is; the server reads it too, and stands nowhere. */
const HERE = 'https://shop.invalid';
/** What a browser would read as the name of another site, or could not be pressed into an address bar. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TRAPS = /^\/\/|[\u0000-\u001f\u007f\\]/;

/** Places that are no page to go on from: the door itself, and what answers programs. */
const NO_PAGES = /^\/(login|api|healthz|readyz)(\/|$)/i;

/** Where to go after signing in: `next` when it is a plain path of a page of this site, written as a browser would write it, else home. */
export function safeNext(next: string | null): string {
  try {
    const { origin, pathname, search, hash } = new URL(next ?? HOME, HERE);
    const isOurs = origin === HERE && pathname + search + hash === next;
    const place = decodeURIComponent(pathname);
    return isOurs && !TRAPS.test(place) && !NO_PAGES.test(place) ? next : HOME;
  } catch {
    // Not an address, or a `%` that encodes nothing.
    return HOME;
  }
}

/** The link with which somebody confirms their address, while they sign in for it: in this tab, until it was used. */
export const verifyToken = keptInBrowser<string>('verifyToken', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** What somebody typed to sign in or to set another password: who goes from one to the other means the same. */
const typedEmail = keptInBrowser<string>('typedEmail', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** Fills in `own`, or the address that was typed before, and keeps what is typed for the form that one goes to. */
export function useTypedEmail({ form }: Fields, own?: string): void {
  useEffect(() => {
    const known = own ?? typedEmail.get();
    if (known && !form.getValues('email')) form.setValue('email', known);
  }, [form, own]);
  useEffect(() => {
    const keep = () => typedEmail.set(form.getValues('email') ?? '');
    // Another language loads the page anew.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form]);
}
