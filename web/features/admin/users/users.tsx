import { useQuery } from '@tanstack/react-query';
import { adminUsers, type ListedUser } from '#core/contract/admin/users.ts';
import { urlOf } from '#core/contract/call.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { searchedById, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { actionsOf, OpenedDialog, UserActions } from './user-actions.tsx';

const source = searchedById(adminUsers.list, ({ id }) => id);

export function UsersTab() {
  const t = useT();
  const { part, q, change } = useListState();
  const kind = part === 'business' ? 'business' : 'client';
  const list = useAdminList(adminUsers.list, { kind, ...(q && { q }) });
  const { opened, close } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <h2 className="text-2xl">{t('admin.users.title')}</h2>
      <Counts />
      <Tabs
        isInner
        label={t('admin.users.parts')}
        tabs={[
          { id: 'client', name: t('admin.users.clients') },
          { id: 'business', name: t('admin.users.business') },
        ]}
        current={kind}
        onChoose={(id) => change({ part: id === 'business' ? id : null, q: null })}
      >
        <div className="flex">
          <ListSearch label={t('admin.users.search')} />
        </div>
        <ListView
          list={list}
          empty={t(kind === 'client' ? 'admin.users.empty.clients' : 'admin.users.empty.business')}
          notFound={(search) => t('admin.users.empty.search', { search })}
        >
          {(items) => <UserTable items={items} kind={kind} />}
        </ListView>
      </Tabs>
      {opened && <OpenedDialog opened={opened.action} user={opened.row} onClose={close} />}
    </>
  );
}

function Counts() {
  const t = useT();
  const { data } = useQuery({
    queryKey: [urlOf(adminUsers.counts)],
    queryFn: () => api.call(adminUsers.counts),
    staleTime: 0,
  });
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      {(['clients', 'business', 'admins'] as const).map((kind) => (
        <div key={kind} className="rounded-card bg-surface p-3 shadow-card sm:p-5">
          <dt className="text-sm text-muted">{t(`admin.users.${kind}`)}</dt>
          <dd className="font-display text-2xl numerals">{data ? formatAmount(data[kind], t.language) : '…'}</dd>
        </div>
      ))}
    </dl>
  );
}

function UserTable({ items, kind }: { items: ListedUser[]; kind: 'client' | 'business' }) {
  const t = useT();
  const columns: Column<ListedUser>[] = [
    { id: 'user', header: t('admin.users.user'), isTitle: true, cell: (user) => <Name user={user} /> },
    { id: 'role', header: t('admin.users.role'), isBare: true, cell: (user) => <Role user={user} /> },
    ...(kind === 'business'
      ? [
          {
            id: 'membership',
            header: t('admin.users.membership'),
            isBare: true,
            cell: (user: ListedUser) => <MembershipBadge user={user} />,
          },
        ]
      : []),
    { id: 'since', header: t('admin.users.since'), cell: ({ createdAt }) => formatDate(createdAt, t.language) },
    {
      id: 'actions',
      header: t('admin.users.actions'),
      isBare: true,
      cell: (user) => <UserActions user={user} />,
    },
  ];
  const caption = t(kind === 'client' ? 'admin.users.clients' : 'admin.users.business');
  return <DataTable caption={caption} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

function Name({ user: { username, email, suspension } }: { user: ListedUser }) {
  return (
    <span translate="no" className="block">
      <strong>{username}</strong>
      {username !== email && <span className="block text-sm text-muted">{email}</span>}
      {suspension && <span className="block text-sm text-alert">{suspension.reason}</span>}
    </span>
  );
}

function Role({ user: { role, canPostDeals, suspension } }: { user: ListedUser }) {
  const t = useT();
  const kind = role === 'admin' ? 'admin' : canPostDeals ? 'business' : 'client';
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge look={kind === 'admin' ? 'brand' : 'neutral'}>{t(`admin.users.role.${kind}`)}</Badge>
      {suspension && <Badge look="red">{t('admin.users.suspended')}</Badge>}
      {canPostDeals && kind !== 'admin' && <Badge look="green">{t('admin.users.approvedDealer')}</Badge>}
    </span>
  );
}

function MembershipBadge({ user: { role, membership } }: { user: ListedUser }) {
  const t = useT();
  if (role === 'admin') return null;
  if (!membership) return <Badge>{t('admin.users.noMembership')}</Badge>;
  const { plan, isInGrace } = membership;
  const status = membership.status === 'active' && isInGrace ? 'grace' : membership.status;
  return (
    <Badge>
      <span aria-hidden="true" className={`size-2 rounded-full ${status === 'active' ? 'bg-olive' : 'bg-alert'}`} />
      {t(`plan.${plan}`)} · {t(`membership.status.${status}`)}
    </Badge>
  );
}
