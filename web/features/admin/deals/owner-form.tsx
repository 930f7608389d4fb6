import * as z from 'zod/mini';
import { emailOr } from '#core/contract/accounts/accounts.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';

const shape = z.object({ email: emailOr('emailFormat') });

interface Props {
  /** Of what is given. */
  name: string;
  send: (email: string) => Promise<unknown>;
  onDone: () => void;
}

/** Gives a deal or a salon without an owner to a dealer. */
export function OwnerForm({ name, send, onDone }: Props) {
  const t = useT();
  const submission = useSubmit({
    shape,
    send: ({ email }) => send(email),
    onDone,
    leaves: true,
    failed: t('adminDeals.saveFailed'),
    failedTitle: t('adminDeals.saveFailed'),
  });
  return (
    <Form submission={submission} action={t('adminDeals.assign')} pending={t('adminDeals.deciding')} hasCancel>
      <p translate="no" className="font-semibold wrap-anywhere">
        {name}
      </p>
      <TextField name="email" type="email" label={t('adminDeals.ownerEmail')} autoComplete="off" />
    </Form>
  );
}
