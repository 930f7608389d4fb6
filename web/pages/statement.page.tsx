import { formatMonth } from '#core/i18n/month.ts';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { StatementView } from '#web/features/desk/statement.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { StepBack } from '#web/ui/step-back.tsx';

/** A monthly statement of a salon, to read and to print. */
export function Page() {
  const t = useT();
  const { month = '' } = useAddress().params;
  const title = t('statements.of', { month: formatMonth(month, t.language) });
  useHead({ title: `${title} | ${t('app.name')}` });
  return (
    <div className="paper mx-auto flex max-w-4xl flex-col gap-5">
      <StepBack to="/desk?tab=figures" text={t('statements.back')} />
      <RequireUser
        waiting={<Skeletons count={3} className="h-36" />}
        door={<SignInDoor level="h1" title={t('login.needed')} />}
      >
        {() => <StatementView month={month} />}
      </RequireUser>
    </div>
  );
}
