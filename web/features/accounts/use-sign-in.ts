import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accounts, Credentials, Registration, type User } from '#core/contract/accounts/accounts.ts';
import { CodeForm } from '#core/contract/accounts/second-factors.ts';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { AnswerOf, BodyOf } from '#core/contract/endpoint.ts';
import type { Translate } from '#core/i18n/t.ts';
import { api, codeOfRefusal, isSignedOut } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { type Fields, useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { keepsCookies } from '#web/kit/preferences.ts';
import { useParameter } from '#web/kit/router/address.ts';
import type { CameFrom } from '#web/kit/router/link.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useBecome } from './become.ts';
import { mayBeSignedIn } from './use-user.ts';

/** Spec 2 §9. */
const REDIRECT_MS = 100;

interface Arrival {
  /** Clears what a guest kept on the device. */
  forgetGuest: () => void;
  /** Adds the deal that a guest asked for to the cart, and announces the result. */
  add: (dealId: string) => Promise<void>;
}

/** Throws the refusal that a form shows. */
function assertCookies(are: boolean, t: Translate): void {
  if (!are) throw new ApiError(400, JSON.stringify({ message: t('cookies.blocked') }), '');
}

/** Signs the user in on the client, finishes what a guest had begun, and redirects. */
export function useArrive({ forgetGuest, add }: Arrival) {
  const t = useT();
  const become = useBecome();
  const navigate = useNavigate();
  const dealToAdd = useParameter('add');
  const next = useParameter('next');
  const { state } = useLocation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = ({ role }: User) => {
    // The user went elsewhere meanwhile.
    if (!isHere.current) return;
    const to = next === null && role === 'admin' ? '/admin' : safeNext(next);
    // Going back avoids a duplicate history entry.
    if ((state as CameFrom | null)?.from === to) void navigate(-1);
    else void navigate(to, { replace: true });
  };
  return (user: User): void => {
    // The server set a cookie and the browser, or what is between them, dropped it.
    assertCookies(mayBeSignedIn(), t);
    const link = next?.startsWith('/verify') ? verifyToken.get() : '';
    forgetGuest();
    become(user);
    // `become` clears personal data; the token belongs to the new user.
    if (link) verifyToken.set(link);
    if (dealToAdd) void add(dealToAdd);
    setTimeout(() => go(user), REDIRECT_MS);
  };
}

type SignedIn = AnswerOf<typeof accounts.login>;

/** Signs in again, with a code. */
export type EnterWithCode = (code: string) => Promise<SignedIn>;

export function useSignIn(onIn: (user: User) => void, askCode: (enter: EnterWithCode) => void) {
  const t = useT();
  const submission = useSubmit({
    shape: Credentials,
    start: { rememberMe: true },
    send: async ({ email, ...rest }) => {
      assertCookies(keepsCookies(), t);
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

/** Signs in; returns how to go on when a second factor is required. */
async function orAskCode(enter: (code?: string) => Promise<SignedIn>): Promise<SignedIn | { enter: EnterWithCode }> {
  try {
    return await enter();
  } catch (error) {
    if (codeOfRefusal(error) !== 'accounts.codeNeeded') throw error;
    return { enter };
  }
}

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
    send: async ({ email, password, ...rest }) => {
      assertCookies(keepsCookies(), t);
      return orEnter({ username: email, password, rememberMe: rest.rememberMe }, () =>
        api.call(accounts.register, {
          body: { username: email, email, passwordHash: password, role: 'user', ...rest },
        }),
      );
    },
    onDone: ({ user }) => {
      onIn(user);
      toast({ tone: 'done', title: t('auth.registered'), text: t('auth.registered.mail') });
    },
    leaves: true,
    failed: t('auth.registrationFailed'),
    unknown: t('auth.registrationUnknown'),
    serverNames: { username: 'email', passwordHash: 'password' },
  });
}

/** Registers; if a lost response had created the account, signs in to it. */
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
/** Only for resolving paths; it is not requested. */
const HERE = 'https://shop.invalid';
/** Read by browsers as the name of another site, or not allowed in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TRAPS = /^\/\/|[\u0000-\u001f\u007f\\]/;

/** Not to be redirected to: the sign-in page itself, and what answers programs. */
const NO_PAGES = /^\/(login|api|healthz|readyz)(\/|$)/i;

/** Where to go after signing in: `next` if it is a normalized path of a page of this site, else home (no open redirect). */
export function safeNext(next: string | null): string {
  try {
    const { origin, pathname, search, hash } = new URL(next ?? HOME, HERE);
    const isOurs = origin === HERE && pathname + search + hash === next;
    const place = decodeURIComponent(pathname);
    return isOurs && !TRAPS.test(place) && !NO_PAGES.test(place) ? next : HOME;
  } catch {
    // Not a URL, or a malformed escape.
    return HOME;
  }
}

/** The token with which somebody confirms their email, kept in this tab while they sign in for it. */
export const verifyToken = createStoredState<string>('verifyToken', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** The email typed on one of the sign-in pages, for the others. */
const typedEmail = createStoredState<string>('typedEmail', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});

/** Prefills `own` or the email typed before, and keeps what is typed. */
export function useTypedEmail({ form }: Fields, own?: string): void {
  useEffect(() => {
    const known = own ?? typedEmail.get();
    if (known && !form.getValues('email')) form.setValue('email', known);
  }, [form, own]);
  useEffect(() => {
    const keep = () => typedEmail.set(form.getValues('email') ?? '');
    // A change of language reloads the page.
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form]);
}
