import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { NewcomerForm, OtherWays, useComeIn } from '#web/features/accounts/identities/identity-login.tsx';
import { CodeForm, RegistrationForm, SignInForm } from '#web/features/accounts/login-forms.tsx';
import { type EnterWithCode, safeNext, useArrive, useRegister, useSignIn } from '#web/features/accounts/use-sign-in.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { RequestedDeal, useAddRequested } from '#web/features/cart/requested-deal.tsx';
import { APPLY_ADDRESS } from '#web/features/dealers/apply-address.ts';
import { dealQuery } from '#web/features/deals/use-deals.ts';
import { setGuestFavorites } from '#web/features/favorites/guest-favorites.ts';
import { LazyContact } from '#web/features/support/help-dialog.tsx';
import { announce } from '#web/kit/access/announce.tsx';
import { useStep } from '#web/kit/access/focus.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { cookie } from '#web/kit/preferences.ts';
import { useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import type { Prefetch } from '#web/kit/router/page.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { BackLink } from '#web/shell/back-link.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton } from '#web/ui/form/form-dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** For the server; browsers read their own cookie. */
const RETURNING = ['hasSignedIn'];

export const prefetch: Prefetch = async (queries, { search, api, isReturning }) => {
  queries.setQueryData(RETURNING, isReturning);
  const dealToAdd = search.get('add');
  if (dealToAdd) await queries.prefetchQuery(dealQuery(api, dealToAdd));
};

/** Whether somebody signed in on this browser before: as the page was rendered, so that it does not change. */
function useIsReturning(): boolean {
  const queries = useQueryClient();
  const isHydrated = useHydrated();
  return isHydrated ? cookie('hasSignedIn') !== null : queries.getQueryData(RETURNING) === true;
}

export function Page() {
  const t = useT();
  const visitor = useUser();
  const dealToAdd = useParameter('add');
  const next = useParameter('next');
  const isApplying = next === APPLY_ADDRESS;
  const isReturning = useIsReturning();
  const [isNew, setNew] = useState((isApplying || dealToAdd !== null) && !isReturning);
  const [turns, setTurns] = useState(0);
  const [isChanging, setChanging] = useState(false);
  const arrive = useArrive({ forgetGuest: () => setGuestFavorites([]), add: useAddRequested() });
  const comeIn = (user: User) => {
    arrive(user);
    announce(t('auth.signedIn'));
  };
  const [enter, setEnter] = useState<EnterWithCode | null>(null);
  const signIn = useSignIn(comeIn, (entering) => setEnter(() => entering));
  const registration = useRegister(arrive);
  const others = useComeIn({
    onIn: comeIn,
    askCode: (entering) => setEnter(() => entering),
    remembers: () => shown.form.getValues('rememberMe') === true,
  });
  const { newcomer } = others;
  const [shown, other] = isNew ? [registration, signIn] : [signIn, registration];
  // Redirected here from the checkout, possibly repeatedly.
  const aim = next?.startsWith('/checkout') ? '/cart' : next && safeNext(next);
  const isHere = visitor.state === 'user' && !shown.isBusy && !others.isBusy && !newcomer && !enter;
  const isForm = !isHere || isChanging;
  useStep(`${turns} ${isChanging} ${enter !== null} ${newcomer !== null}`);
  const heading = enter ? 'login.code.title' : isNew || newcomer ? 'register.title' : 'login.title';
  const title = t(isForm ? heading : 'profile.status.loggedIn');
  useHead({ title: `${title} | ${t('app.name')}` });
  const change = () => {
    for (const name of ['email', 'password', 'rememberMe']) other.form.setValue(name, shown.form.getValues(name));
    setNew(!isNew);
  };
  // Tabs keep the focus.
  const turn = () => {
    change();
    setTurns(turns + 1);
  };
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim={aim} />
      <h1 className="text-3xl">{title}</h1>
      {isHere && (
        <p className="rounded-2xl bg-olive-soft p-4">
          {isForm && `${t('profile.status.loggedIn')}: `}
          <strong translate="no">{visitor.user.email}</strong>
        </p>
      )}
      {isApplying && isNew && isForm && (
        <CardSection title={t('register.salon')}>
          <p>{t('register.salon.text')}</p>
        </CardSection>
      )}
      {dealToAdd && isForm && (
        <RequestedDeal id={dealToAdd} says={(title) => t(isNew ? 'register.forDeal' : 'login.forDeal', { title })} />
      )}
      {!isForm ? (
        <>
          <ButtonLink size="large" to="/">
            {t('favorites.empty.action')}
          </ButtonLink>
          <Button
            variant="secondary"
            onClick={() => {
              setNew(false);
              setChanging(true);
            }}
          >
            {t('login.change')}
          </Button>
        </>
      ) : enter ? (
        <>
          <CodeForm enter={enter} onIn={comeIn} />
          <Button variant="plain" onClick={() => setEnter(null)}>
            {t('login.change')}
          </Button>
        </>
      ) : newcomer ? (
        <>
          <NewcomerForm newcomer={newcomer} onIn={arrive} />
          <Button variant="plain" onClick={others.forget}>
            {t('login.change')}
          </Button>
        </>
      ) : (
        <Modes isNew={isNew} isBusy={shown.isBusy} onTab={change} onToggle={turn}>
          <OtherWays isShown={visitor.state !== 'asking'} {...others} />
          {isNew ? <RegistrationForm submission={registration} /> : <SignInForm submission={signIn} />}
        </Modes>
      )}
      <FormButton title={t('login.help')} variant="plain">
        {(close) => <LazyContact email={shown.form.getValues('email')} onDone={close} />}
      </FormButton>
    </div>
  );
}

interface ModesProps {
  isNew: boolean;
  isBusy: boolean;
  onTab: () => void;
  onToggle: () => void;
  children: ReactNode;
}

/** Signing in and creating an account as tabs, with the toggle of Spec 2 §2 below. */
function Modes({ isNew, isBusy, onTab, onToggle, children }: ModesProps) {
  const t = useT();
  const tabs = [
    { id: 'in', name: t('login.tab') },
    { id: 'new', name: t('register.tab') },
  ];
  return (
    <Tabs
      isInner
      label={t('profile.status.login')}
      tabs={tabs}
      current={isNew ? 'new' : 'in'}
      onChoose={(tab) => (tab === 'new') !== isNew && !isBusy && onTab()}
    >
      {children}
      <Button variant="plain" isPending={isBusy} onClick={onToggle}>
        {isNew ? t('login.toSignIn') : t('login.toRegister')}
      </Button>
    </Tabs>
  );
}
