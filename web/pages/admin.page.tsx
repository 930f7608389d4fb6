import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { pendingQuery } from '#web/features/admin/pending.ts';
import { PushCard } from '#web/features/admin/push-card.tsx';
import { adminTabs } from '#web/features/admin/tabs.ts';
import { Today } from '#web/features/admin/today.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function Page() {
  const t = useT();
  const visitor = useUser();
  useHead({ title: `${t('admin.title')} | ${t('app.name')}` });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6">
        <BackLink />
        <h1 className="text-2xl sm:text-3xl">{t('admin.title')}</h1>
        {visitor.state === 'user' && (
          <p className="text-sm text-muted wrap-anywhere sm:ml-auto">
            {t('admin.signedInAs')}{' '}
            <strong translate="no" className="text-ink">
              {visitor.user.username}
            </strong>
          </p>
        )}
      </div>
      <Today />
      <AdminTabs />
      {visitor.state === 'user' && <Media user={visitor.user} />}
      <PushCard />
    </div>
  );
}

const MediaLibrary = lazyForm(
  async () => (await import('#web/features/media/media-library.tsx')).MediaLibrary,
  ['media'],
);

/** Loaded once it is opened. */
function Media({ user }: { user: User }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <Disclosure
      look="card"
      summary={<h2 className="text-xl">{t('admin.media')}</h2>}
      onToggle={(isOpen) => isOpen && setShown(true)}
    >
      {isShown && (
        <ErrorBoundary of={MediaLibrary} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
          <Suspense fallback={<Skeletons count={1} className="h-96" />}>
            <MediaLibrary user={user} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Disclosure>
  );
}

function AdminTabs() {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const requested = useParameter('tab');
  const { data: pending } = useQuery(pendingQuery);
  const [usual] = adminTabs;
  const current = adminTabs.find(({ id }) => id === requested) ?? usual;
  if (!current) return null;
  const tabs = adminTabs.map(({ id, name, counts }) => {
    const count = counts && pending?.[counts];
    const hasCount = counts !== undefined;
    return {
      id,
      name: t(name as 'admin.title'),
      hasCount,
      count,
      countName: t('admin.pending', { count: count ?? 0 }),
    };
  });
  const { Panel } = current;
  return (
    <Tabs
      isSticky
      label={t('admin.tabs')}
      tabs={tabs}
      current={current.id}
      onChoose={(id) => {
        // The other parameters belong to the list of the former tab.
        const others = Object.fromEntries(Object.keys(address.route.query).map((name) => [name, null]));
        void navigate(addressWith(address, { ...others, tab: id === usual?.id ? null : id }));
      }}
    >
      <ErrorBoundary of={Panel} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
        <Suspense fallback={<Skeletons count={3} className="h-36" />}>
          <Panel />
        </Suspense>
      </ErrorBoundary>
    </Tabs>
  );
}
