import type { User } from '#core/contract/accounts/accounts.ts';
import { type Bank, BankInput, settlements } from '#core/contract/settlements.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';

interface Props {
  user: User;
  holder: string | undefined;
  onDone: (bank: Bank) => void;
}

/** The IBAN is typed anew: browsers know only its last characters. */
export function BankForm({ user, holder, onDone }: Props) {
  const t = useT();
  const submission = useSubmit({
    shape: BankInput,
    start: { holder },
    send: (body) => api.call(settlements.saveBank, { body }),
    onDone: (bank) => {
      toast({ tone: 'done', title: t('desk.bank.saved') });
      onDone(bank);
    },
    leaves: true,
    failed: t('desk.bank.failed'),
  });
  return (
    <Form hasCancel submission={submission} action={t('desk.bank.save')} pending={t('desk.bank.saving')}>
      <TextField
        name="iban"
        label={t('desk.bank.iban')}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextField
        name="holder"
        label={t('desk.bank.holder')}
        hint={t('desk.bank.holder.hint')}
        maxLength={100}
        autoComplete="off"
      />
      <OwnerField user={user} />
    </Form>
  );
}
