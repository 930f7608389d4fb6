import { type ReactNode, useState } from 'react';
import { dealers } from '#core/contract/dealers.ts';
import type { ListedUser } from '#core/contract/users.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { GiftForm, PaymentForm } from './gift-form.tsx';
import { useRefresh } from './use-list.ts';

type Opened = 'gift' | 'payment' | 'permission';

/** What can be done with an account: the actions of the specification as buttons, the others in a menu. */
export function UserActions({ user, kind }: { user: ListedUser; kind: 'client' | 'business' }) {
  const t = useT();
  const refresh = useRefresh();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const done = () => {
    close();
    refresh();
  };
  if (user.role === 'admin') return null;
  const items: MenuItem[] = [
    ...(kind === 'business' ? [{ label: t('admin.payment.title'), onChoose: () => setOpened('payment') }] : []),
  ];
  const dialogs: Record<Opened, () => ReactNode> = {
    gift: () => (
      <FormDialog title={t('admin.gift.title')} onClose={close}>
        <GiftForm user={user} onDone={done} />
      </FormDialog>
    ),
    payment: () => (
      <FormDialog title={t('admin.payment.title')} onClose={close}>
        <PaymentForm user={user} onDone={done} />
      </FormDialog>
    ),
    permission: () => <Permission user={user} onDone={done} onClose={close} />,
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kind === 'business' && (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('gift')}>
          {t('admin.users.gift')}
        </Button>
      )}
      <Button
        variant={user.canPostDeals ? 'danger' : 'secondary'}
        aria-haspopup="dialog"
        onClick={() => setOpened('permission')}
      >
        {t(user.canPostDeals ? 'admin.users.revokeBusiness' : 'admin.users.makeBusiness')}
      </Button>
      {items.length > 0 && <Menu label={t('admin.actions', { name: user.username })} items={items} />}
      {opened && dialogs[opened]()}
    </div>
  );
}

interface DialogProps {
  user: ListedUser;
  onDone: () => void;
  onClose: () => void;
}

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
        return api.call(dealers.setPermission, { params: { id: user.id }, body });
      }}
      onDone={() => {
        toast({ tone: 'done', title: t('admin.users.permissionOk') });
        onDone();
      }}
      onClose={onClose}
    >
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username}
      </p>
      <p>{t(`${key}.effects`)}</p>
    </ConfirmDialog>
  );
}
