import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#core/contract/accounts/accounts.ts';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { urlOf } from '#core/contract/call.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { PushCard } from '#web/features/admin/push-card.tsx';
import { adminTabs } from '#web/features/admin/tabs.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function Page() {
  const t = useT();
  const visitor = useUser();
  useHead({ title: `${t('admin.title')} | ${t('app.name')}` });
  return (
    <div className="flex flex-col gap-6">
      <BackLink />
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h1 className="text-3xl">{t('admin.title')}</h1>
        {visitor.state === 'user' && (
          <p className="text-muted wrap-anywhere">
            {t('admin.signedInAs')}{' '}
            <strong translate="no" className="text-ink">
              {visitor.user.username}
            </strong>
          </p>
        )}
      </div>
      <AdminTabs />
      {visitor.state === 'user' && <Media user={visitor.user} />}
      <PushCard />
    </div>
  );
}

const MediaSection = lazyForm(
  async () => (await import('#web/features/admin/media/media-section.tsx')).MediaSection,
  ['media'],
);

function Media({ user }: { user: User }) {
  const t = useT();
  return (
    <ErrorBoundary of={MediaSection} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
      <Suspense fallback={<Skeletons count={1} className="h-96" />}>
        <MediaSection user={user} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Other administrators decide too, and people write meanwhile. */
const POLL_MS = 30_000;

const pendingQuery = queryOptions({
  queryKey: [urlOf(adminOverview.pending)],
  queryFn: () => api.call(adminOverview.pending),
  staleTime: 0,
  refetchInterval: POLL_MS,
});

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
