import type { ReactNode } from 'react';
import { type Access, isAllowed } from '#core/domain/accounts.ts';
import { RequireUser, SignInDoor } from '../features/accounts/require-user.tsx';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Page as NotFound } from './not-found.page.tsx';

/** Shows dealer and admin pages to those roles only; to others they do not exist. */
export function RequireAccess({ access, children }: { access: Access; children: ReactNode }) {
  return <RequireUser door={<Door />}>{(user) => (isAllowed(user, access) ? children : <NotFound />)}</RequireUser>;
}

function Door() {
  const t = useT();
  useHead({ title: `${t('login.needed')} | ${t('app.name')}` });
  return <SignInDoor level="h1" title={t('login.needed')} />;
}
