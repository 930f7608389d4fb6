import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type Access, isAllowed } from '#core/domain/accounts.ts';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { Page as NotFound } from '#web/pages/not-found.page.tsx';
import { LoadingText } from '#web/ui/loading.tsx';

interface Props {
  access: Access;
  children: ReactNode;
}

/** Shows dealer and admin pages to those roles only. Dealer pages do not exist for others; admin pages lead to the sign-in page. */
export function RequireAccess({ access, children }: Props) {
  if (access === 'admin') return <RequireAdmin>{children}</RequireAdmin>;
  return <RequireUser door={<Door />}>{(user) => (isAllowed(user, access) ? children : <NotFound />)}</RequireUser>;
}

function Door() {
  const t = useT();
  useHead({ title: `${t('login.needed')} | ${t('app.name')}` });
  return <SignInDoor level="h1" title={t('login.needed')} />;
}

/** Spec 2 §2. */
function RequireAdmin({ children }: { children: ReactNode }) {
  return (
    <RequireUser waiting={<Checking />} door={<ToSignIn />}>
      {(user) => (isAllowed(user, 'admin') ? children : <ToSignIn />)}
    </RequireUser>
  );
}

function Checking() {
  const t = useT();
  useHead({ title: `${t('admin.title')} | ${t('app.name')}` });
  return <LoadingText text={t('admin.checking')} />;
}

/** To a page that says who is signed in and where one can switch accounts. */
function ToSignIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = useEffectEvent(() => void navigate(signInAddress(pathname + search), { replace: true }));
  useEffect(() => go(), []);
  return <Checking />;
}
