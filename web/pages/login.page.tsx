import { useState } from 'react';
import { AccountForm } from '../features/accounts/account-form.tsx';
import { useArrive, useRegister, useSignIn } from '../features/accounts/use-sign-in.ts';
import { useUser } from '../features/accounts/use-user.ts';
import { setGuestFavorites } from '../features/favorites/guest-favorites.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { Button } from '../ui/button.tsx';
import { ArrowLeft } from '../ui/icons.tsx';

export function Page() {
  const t = useT();
  const user = useUser();
  const [mode, setMode] = useState<'signIn' | 'register'>('signIn');
  const arrive = useArrive(() => setGuestFavorites([]));
  const signIn = useSignIn(arrive);
  const register = useRegister(arrive);
  const registering = mode === 'register';
  const title = registering ? t('register.title') : t('login.title');
  useHead({ title: `${title} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <Link
        to="/profile"
        className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-brand hover:underline"
      >
        <ArrowLeft size={20} />
        {t('login.back')}
      </Link>
      <h1 className="text-3xl">{title}</h1>
      {user && !signIn.isSuccess && !register.isSuccess && (
        <p className="rounded-2xl bg-olive-soft p-4">
          {t('profile.status.loggedIn')}: <strong>{user.email}</strong>
        </p>
      )}
      <AccountForm key={mode} registering={registering} send={registering ? register : signIn} />
      <Button look="plain" onClick={() => setMode(registering ? 'signIn' : 'register')}>
        {registering ? t('login.toSignIn') : t('login.toRegister')}
      </Button>
    </div>
  );
}
