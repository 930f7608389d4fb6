import { useEffect, useState } from 'react';
import { useHiddenToken, VerificationForm, type VerificationStep } from '#web/features/accounts/mailed-links.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { verifyToken } from '#web/features/accounts/use-sign-in.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { useStep } from '#web/kit/access/focus.ts';
import { useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';

const titles = { press: 'verify.title', password: 'verify.title', signIn: 'verify.signIn.title' } as const;

export function Page() {
  const t = useT();
  const isDone = useParameter('said') === 'confirmed';
  const [given, kept] = [useParameter('token'), useStoredState(verifyToken)];
  const token = given ?? kept;
  useHiddenToken(given);
  useEffect(() => {
    if (isDone) verifyToken.set('');
  }, [isDone]);
  const [asked, ask] = useState<VerificationStep>('press');
  // A guest will be asked to sign in anyway.
  const isGuest = useUser().state === 'guest';
  const step = asked === 'press' && isGuest ? 'password' : asked;
  useStep(`${isDone} ${asked}`);
  const title = t(isDone ? 'verify.done.title' : titles[step]);
  useHead({ title: `${title} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim="/" />
      <h1 className="text-3xl">{title}</h1>
      {isDone ? (
        <>
          <p>{t('verify.done')}</p>
          <ButtonLink size="large" to="/">
            {t('favorites.empty.action')}
          </ButtonLink>
        </>
      ) : token ? (
        <>
          {step === 'signIn' ? <SignInFirst token={token} /> : <VerificationForm token={token} step={step} ask={ask} />}
          <NotYours />
          <ButtonLink variant="plain" to="/profile">
            {t('reset.again')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p>{t('verify.none')}</p>
          <ButtonLink variant="secondary" to="/profile">
            {t('verify.toProfile')}
          </ButtonLink>
        </>
      )}
    </div>
  );
}

/** An account without a password is signed in to first; the link is kept meanwhile. */
function SignInFirst({ token }: { token: string }) {
  const t = useT();
  return (
    <>
      <p>{t('verify.signIn')}</p>
      <ButtonLink size="large" to={signInAddress('/verify')} onClick={() => verifyToken.set(token)}>
        {t('login.action')}
      </ButtonLink>
    </>
  );
}

/** Whoever owns the address can take over the account with a new password. */
function NotYours() {
  const t = useT();
  return (
    <CardSection title={t('verify.notYours.title')}>
      <p>{t('verify.notYours')}</p>
      <ButtonLink variant="secondary" to="/reset">
        {t('verify.notYours.action')}
      </ButtonLink>
    </CardSection>
  );
}
