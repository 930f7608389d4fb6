import type { ReactNode } from 'react';
import { adminUsers, type ListedUser, MAX_SUSPENSION_REASON } from '#core/contract/admin/users.ts';
import { GiftForm, PaymentForm } from '#web/features/admin/memberships/gift-form.tsx';
import { useRefresh } from '#web/features/admin/use-list.ts';
import { useOpened } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { BusinessDialog } from './business-dialog.tsx';
import { RoleForm } from './role-form.tsx';

const UserDetails = lazyForm(async () => (await import('./user-details.tsx')).UserDetails, ['shopping']);

/** Actions that only ask for a confirmation. */
const confirmed = {
  resetLink: adminUsers.sendResetLink,
  endSessions: adminUsers.endSessions,
  reinstate: adminUsers.reinstate,
  liftCash: adminUsers.liftCashRestriction,
} as const;

type Opened = 'gift' | 'payment' | 'permission' | 'details' | 'business' | 'suspend' | 'role' | keyof typeof confirmed;

/** What can be done with an account. */
export function actionsOf({ role, canPostDeals, suspension, cashRestrictedUntil }: ListedUser): Opened[] {
  const isAdmin = role === 'admin';
  return [
    ...(['details', 'business'] as const),
    ...(isAdmin ? [] : (['permission'] as const)),
    ...(!isAdmin && canPostDeals && !suspension ? (['gift', 'payment'] as const) : []),
    ...(suspension ? (['reinstate'] as const) : (['resetLink', 'endSessions', 'role'] as const)),
    ...(cashRestrictedUntil ? (['liftCash'] as const) : []),
    ...(isAdmin || suspension ? [] : (['suspend'] as const)),
  ];
}

/** The actions of the specification as buttons, the others in a menu. */
export function UserActions({ user }: { user: ListedUser }) {
  const t = useT();
  const { open } = useOpened();
  const possible = actionsOf(user);
  const others: [what: Opened, label: string, isDanger?: boolean][] = [
    ['details', t('admin.users.details')],
    ['payment', t('admin.payment.title')],
    ['business', t('admin.users.business.view')],
    ['resetLink', t('admin.users.resetLink')],
    ['endSessions', t('admin.users.endSessions')],
    ['role', t(user.role === 'admin' ? 'admin.users.revokeAdmin' : 'admin.users.makeAdmin')],
    ['reinstate', t('admin.users.reinstate')],
    ['liftCash', t('admin.users.liftCash')],
    ['suspend', t('admin.users.suspend'), true],
  ];
  const items = others
    .filter(([what]) => possible.includes(what))
    .map(([what, label, isDanger = false]) => ({ label, isDanger, onChoose: () => open(user.id, what) }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {possible.includes('gift') && (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => open(user.id, 'gift')}>
          {t('admin.users.gift')}
        </Button>
      )}
      {possible.includes('permission') && (
        <Button
          variant={user.canPostDeals ? 'danger' : 'secondary'}
          aria-haspopup="dialog"
          onClick={() => open(user.id, 'permission')}
        >
          {t(user.canPostDeals ? 'admin.users.revokeBusiness' : 'admin.users.makeBusiness')}
        </Button>
      )}
      <Menu label={t('admin.actions', { name: user.username })} items={items} />
    </div>
  );
}

interface DialogProps {
  user: ListedUser;
  onDone: () => void;
  onClose: () => void;
}

export function OpenedDialog({ opened, user, onClose }: { opened: Opened; user: ListedUser; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const onDone = () => {
    onClose();
    refresh();
  };
  const inDialog = (title: string, form: ReactNode) => (
    <FormDialog title={title} onClose={onClose}>
      {form}
    </FormDialog>
  );
  const all = { user, onDone, onClose };
  switch (opened) {
    case 'gift':
      return inDialog(t('admin.gift.title'), <GiftForm user={user} onDone={onDone} />);
    case 'payment':
      return inDialog(t('admin.payment.title'), <PaymentForm user={user} onDone={onDone} />);
    case 'details':
      return inDialog(t('admin.users.details'), <UserDetails user={user} />);
    case 'role': {
      const title = t(user.role === 'admin' ? 'admin.users.revokeAdmin' : 'admin.users.makeAdmin');
      return inDialog(title, <RoleForm user={user} action={title} onDone={onDone} />);
    }
    case 'business':
      return <BusinessDialog user={user} onClose={onClose} />;
    case 'permission':
      return <Permission {...all} />;
    case 'suspend':
      return <Suspend {...all} />;
    default:
      return <Confirmed what={opened} {...all} />;
  }
}

const Who = ({ user }: { user: ListedUser }) => (
  <p translate="no" className="font-semibold wrap-anywhere">
    {user.username}
  </p>
);

function Permission({ user, onDone, onClose }: DialogProps) {
  const t = useT();
  const key = user.canPostDeals ? 'admin.users.revokeBusiness' : 'admin.users.makeBusiness';
  return (
    <ConfirmDialog
      title={t(key)}
      action={t(key)}
      pending={t('admin.users.changing')}
      {...(user.canPostDeals && { variant: 'danger' })}
      failed={t('admin.users.permissionFailed')}
      send={() => {
        const body = { canPostDeals: !user.canPostDeals };
        return api.call(adminUsers.setPermission, { params: { id: user.id }, body });
      }}
      onDone={() => {
        toast({ tone: 'done', title: t('admin.users.permissionOk') });
        onDone();
      }}
      onClose={onClose}
    >
      <Who user={user} />
      <p>{t(`${key}.effects`)}</p>
    </ConfirmDialog>
  );
}

function Suspend({ user, onDone, onClose }: DialogProps) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('admin.users.suspend')}
      action={t('admin.users.suspend')}
      pending={t('admin.users.changing')}
      variant="danger"
      notes={{ label: t('admin.users.suspend.reason'), maxLength: MAX_SUSPENSION_REASON, isRequired: true }}
      failed={t('admin.users.suspend.failed')}
      send={(reason = '') => api.call(adminUsers.suspend, { params: { id: user.id }, body: { reason } })}
      onDone={() => {
        toast({ tone: 'done', title: t('admin.users.suspend.done') });
        onDone();
      }}
      onClose={onClose}
    >
      <Who user={user} />
      <p>{t('admin.users.suspend.effects')}</p>
    </ConfirmDialog>
  );
}

function Confirmed({ what, user, onDone, onClose }: DialogProps & { what: keyof typeof confirmed }) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t(`admin.users.${what}`)}
      action={t(`admin.users.${what}`)}
      pending={t('admin.users.changing')}
      failed={t(`admin.users.${what}.failed`)}
      send={() => {
        const params = { id: user.id };
        return what === 'liftCash'
          ? api.call(confirmed.liftCash, { params, body: { isRestricted: false } })
          : api.call(confirmed[what], { params });
      }}
      onDone={() => {
        toast({ tone: 'done', title: t(`admin.users.${what}.done`) });
        onDone();
      }}
      onClose={onClose}
    >
      <Who user={user} />
      <p>{t(`admin.users.${what}.effects`)}</p>
    </ConfirmDialog>
  );
}
