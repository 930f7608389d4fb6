import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { accounts, type User } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { useBecome } from './use-user.ts';

/** Spec 2 §9. */
const REDIRECT_MS = 100;

export interface Credentials {
  email: string;
  password: string;
  rememberMe: boolean;
}

/** Only a path of this site may be returned to. */
export const safeNext = (next: string | null) => (next && /^\/(?![/\\])/.test(next) ? next : '/');

/** Finishes what was begun before signing in, then goes where one came from. `onIn` forgets what was a guest's. */
export function useArrive(onIn: () => void) {
  const t = useT();
  const become = useBecome();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return async (user: User) => {
    const wanted = query.get('add');
    if (wanted) {
      await api.call(cart.add, { body: { dealId: wanted, quantity: 1, sessionId: sessionId() } }).then(
        () => toast({ tone: 'done', title: t('toast.cartAdd.title'), text: t('toast.cartAdd.text') }),
        () => toast({ tone: 'failed', title: t('common.error'), text: t('toast.cartAdd.failed') }),
      );
    }
    onIn();
    become(user);
    setTimeout(() => navigate(safeNext(query.get('next')), { replace: true }), REDIRECT_MS);
  };
}

export function useSignIn(arrive: (user: User) => Promise<void>) {
  return useMutation({
    mutationFn: ({ email, password, rememberMe }: Credentials) =>
      api.call(accounts.login, { body: { username: email.trim(), password, rememberMe } }),
    onSuccess: ({ user }) => arrive(user),
  });
}

export function useRegister(arrive: (user: User) => Promise<void>) {
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      api.call(accounts.register, {
        body: { username: email.trim(), email: email.trim(), passwordHash: password, role: 'user', acceptsTerms: true },
      }),
    onSuccess: ({ user }) => arrive(user),
  });
}

export function useSignOut() {
  const t = useT();
  const become = useBecome();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.call(accounts.logout),
    onSuccess: () => {
      become(null);
      void navigate('/');
    },
    onError: () => toast({ tone: 'failed', title: t('common.error'), text: t('auth.logoutFailed') }),
  });
}
