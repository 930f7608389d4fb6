import { useState } from 'react';
import { RegistrationForm } from '../features/accounts/registration-form.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { useArrive, useRegister, useSignIn } from '../features/accounts/use-sign-in.ts';
import { useUser } from '../features/accounts/use-user.ts';
import { useAddWanted } from '../features/cart/use-add-wanted.ts';
import { setGuestFavorites } from '../features/favorites/guest-favorites.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ArrowLeft } from '../ui/icons.tsx';

export function Page() {
  const t = useT();
  const visitor = useUser();
  const [isNew, setNew] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const arrive = useArrive({ forgetGuest: () => setGuestFavorites([]), add: useAddWanted() });
  const signIn = useSignIn(arrive);
  const registration = useRegister(arrive);
  const [shown, other] = isNew ? [registration, signIn] : [signIn, registration];
  const title = isNew ? t('register.title') : t('login.title');
  useHead({ title: `${title} | ${t('app.name')}` });
  const isHere = visitor.state === 'user' && !shown.isBusy;
  const change = () => {
    for (const name of ['email', 'password']) other.form.setValue(name, shown.form.getValues(name));
    setNew(!isNew);
  };
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
      {isHere && (
        <p className="rounded-2xl bg-olive-soft p-4">
          {t('profile.status.loggedIn')}: <strong>{visitor.user.email}</strong>
        </p>
      )}
      {isHere && !isChanging ? (
        <>
          <ButtonLink size="large" to="/">
            {t('favorites.empty.action')}
          </ButtonLink>
          <Button look="quiet" onClick={() => setChanging(true)}>
            {t('login.change')}
          </Button>
        </>
      ) : (
        <>
          {isNew ? <RegistrationForm submission={registration} /> : <SignInForm submission={signIn} />}
          <Button look="plain" isBusy={shown.isBusy} onClick={change}>
            {isNew ? t('login.toSignIn') : t('login.toRegister')}
          </Button>
        </>
      )}
    </div>
  );
}
