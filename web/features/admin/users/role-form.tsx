import { adminUsers, type ListedUser, RoleChange } from '#core/contract/admin/users.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { useUser } from '#web/features/accounts/use-user.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';

interface Props {
  user: ListedUser;
  action: string;
  onDone: () => void;
}

/** Makes somebody an administrator, or takes that back; asks who does it for their password. */
export function RoleForm({ user, action, onDone }: Props) {
  const t = useT();
  const visitor = useUser();
  const role = user.role === 'admin' ? 'user' : 'admin';
  const submission = useSubmit({
    shape: RoleChange,
    start: { role },
    send: (body) => api.call(adminUsers.changeRole, { params: { id: user.id }, body }),
    onDone: () => {
      toast({ tone: 'done', title: t('admin.users.role.done') });
      onDone();
    },
    leaves: true,
    failed: t('admin.users.role.failed'),
    failedTitle: t('admin.users.role.failed'),
  });
  return (
    <Form submission={submission} action={action} pending={t('admin.users.changing')} hasCancel isTold>
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username}
      </p>
      <p>{t(role === 'admin' ? 'admin.users.makeAdmin.effects' : 'admin.users.revokeAdmin.effects')}</p>
      {visitor.state === 'user' && <OwnerField user={visitor.user} />}
    </Form>
  );
}
