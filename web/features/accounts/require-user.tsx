import { Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { EmptyState, NoScriptNotice, Problem } from '#web/ui/problem.tsx';
import { signInAddress } from './sign-in-address.ts';
import { useUser } from './use-user.ts';

interface Props {
  /** What stands there until it is known who is looking; the word for loading unless said. */
  waiting?: ReactNode;
  /** What a guest finds. */
  door: ReactNode;
  children: (user: User) => ReactNode;
}

/** What only somebody signed in may see. Every page that needs a person stands behind it. */
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
      // What one typed is for nobody who signs in over them.
      return <Fragment key={visitor.user.id}>{children(visitor.user)}</Fragment>;
  }
}

/** Says why one should sign in; from there one returns to this page. */
export function SignInDoor({ title, level }: { title: string; level?: 'h1' | 'h2' }) {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <EmptyState art="sign-in" title={title} level={level}>
      <ButtonLink to={signInAddress(pathname + search)}>{t('login.action')}</ButtonLink>
    </EmptyState>
  );
}
