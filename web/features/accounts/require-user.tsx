import { Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/reason.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { signInAddress } from './session-end.ts';
import { useUser } from './use-user.ts';

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
          <NeedsScripts />
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
