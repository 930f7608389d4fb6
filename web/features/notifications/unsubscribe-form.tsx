import { urlOf } from '#core/contract/call.ts';
import { NoFields, notifications } from '#core/contract/notifications.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { Form } from '#web/ui/form/form.tsx';

const ended = ['deals', 'saved', 'membership', 'orders', 'updates'] as const;

export function UnsubscribeForm({ token }: { token: string }) {
  const t = useT();
  const navigate = useNavigate();
  const address = useAddress();
  const call = { query: { token }, body: new Uint8Array() };
  const submission = useSubmit({
    shape: NoFields,
    send: () => api.call(notifications.unsubscribe, call),
    onDone: () => void navigate(addressWith(address, { token: null, said: 'done' }), { replace: true }),
    leaves: true,
    failed: t('unsubscribe.failed'),
  });
  return (
    <Form
      card
      submission={submission}
      to={urlOf(notifications.unsubscribe, call)}
      action={t('unsubscribe.action')}
      pending={t('unsubscribe.pending')}
    >
      <p>{t('unsubscribe.lead')}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {ended.map((key) => (
          <li key={key}>{t(`unsubscribe.${key}`)}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('unsubscribe.stays')}</p>
    </Form>
  );
}
