import { LinkAccount } from '#web/features/accounts/identities/linked-accounts.tsx';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { Skeletons } from '#web/ui/loading.tsx';

/** A page of its own, since the CSP of the settings allows no third-party scripts. */
export function Page() {
  const t = useT();
  const navigate = useNavigate();
  useHead({ title: `${t('linked.add')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim="/settings" />
      <h1 className="text-3xl">{t('linked.add')}</h1>
      <RequireUser
        waiting={<Skeletons count={1} className="h-28" />}
        door={<SignInDoor title={t('login.needed')} level="h2" />}
      >
        {(user) => <LinkAccount user={user} onDone={() => void navigate('/settings', { replace: true })} />}
      </RequireUser>
    </div>
  );
}
