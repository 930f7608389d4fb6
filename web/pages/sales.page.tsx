import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { SalonSales } from '#web/features/sales/salon-sales.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { StepBack } from '#web/ui/step-back.tsx';

/** What was sold by a salon, and ordered of a dealer. */
export function Page() {
  const t = useT();
  useHead({ title: `${t('sales.title')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <StepBack to="/profile" text={t('back.profile')} />
      <h1 className="text-3xl">{t('sales.title')}</h1>
      <RequireUser waiting={<Skeletons count={3} className="h-36" />} door={<SignInDoor title={t('login.needed')} />}>
        {(user) => <SalonSales user={user} />}
      </RequireUser>
    </div>
  );
}
