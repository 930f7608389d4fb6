import type { User } from '#core/contract/accounts/accounts.ts';
import type { LinkedAccount } from '#core/contract/accounts/identities.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useUnlink } from './use-linked.ts';

interface Props {
  user: User;
  account: LinkedAccount;
  onDone: () => void;
}

export function UnlinkForm({ user, account: { provider, email }, onDone }: Props) {
  const t = useT();
  const submission = useUnlink({ provider, hasPassword: user.hasPassword, onDone });
  return (
    <Form submission={submission} action={t('linked.unlink')} pending={t('linked.unlinking')}>
      <p className="wrap-anywhere">{t('linked.unlink.about', { email })}</p>
      <OwnerField user={user} />
      <p className="text-sm text-muted">{t('security.password.others')}</p>
    </Form>
  );
}
