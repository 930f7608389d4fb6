import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { accounts, type User } from '#core/contract/accounts/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { reasonOf, toast } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { EmptyState, NoScriptNotice, Problem } from '#web/ui/problem.tsx';
import { signInAddress } from './session-end.ts';
import { userQuery, useUser } from './use-user.ts';

interface Props {
  /** Shown until the user is known; the text for loading by default. */
  waiting?: ReactNode;
  /** What a guest sees. */
  door: ReactNode;
  children: (user: User) => ReactNode;
}

/** Shows its children to signed-in users only. */
export function RequireUser({ waiting = <LoadingText />, door, children }: Props) {
  const t = useT();
  const visitor = useUser();
  switch (visitor.state) {
    case 'asking':
      return (
        <>
          <NoScriptNotice />
          {waiting}
        </>
      );
    case 'guest':
      return door;
    case 'failed':
      return <Problem text={reasonOf(visitor.error, t)} retry={visitor.retry} />;
    case 'user':
      // A key, so that nothing typed is left for somebody who signs in over them.
      return <Fragment key={visitor.user.id}>{children(visitor.user)}</Fragment>;
  }
}

export function SignInDoor({ title, level }: { title: string; level?: 'h1' | 'h2' }) {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <EmptyState art="sign-in" title={title} level={level}>
      <ButtonLink to={signInAddress(pathname + search)}>{t('login.action')}</ButtonLink>
    </EmptyState>
  );
}

/** Asks for the current password again, if the account has one. */
export function OwnerField({ user, name = 'password' }: { user: User; name?: string }) {
  const t = useT();
  if (!user.hasPassword) return null;
  return (
    <>
      {/* So that password managers know whose password it is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField name={name} label={t('form.currentPassword')} autoComplete="current-password" />
    </>
  );
}

interface Unconfirmed {
  user: User;
  /** Why it matters. */
  text?: string;
}

/** Asks quietly to confirm the email, and sends the link again. */
export function UnconfirmedEmail({ user: { email, isEmailVerified }, text }: Unconfirmed) {
  const t = useT();
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => api.call(accounts.verifyRequest),
    onSuccess: () => {
      toast({ tone: 'done', title: t('profile.unconfirmed.sent', { email }) });
      // It may have been confirmed elsewhere.
      return queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.said : undefined;
      toast({ tone: 'failed', title: t('profile.unconfirmed.failed'), text: reason });
    },
  });
  if (isEmailVerified) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2 text-sm text-muted">
      <p>{text ?? t('profile.unconfirmed')}</p>
      <Button variant="secondary" isPending={sending.isPending} onClick={() => sending.mutate()}>
        {t('profile.unconfirmed.send')}
      </Button>
    </div>
  );
}
