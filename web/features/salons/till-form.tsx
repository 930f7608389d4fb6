import { useState } from 'react';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { NewTill, type Till, tills } from '#core/contract/tills.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { api } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirmation } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

type Link = AnswerOf<typeof tills.add> & { name: string };

/** Adds a till, then shows the link that opens it. */
export function TillForm({ onAdded, onDone }: { onAdded: () => void; onDone: () => void }) {
  const t = useT();
  const [link, setLink] = useState<Link | null>(null);
  const submission = useSubmit({
    shape: NewTill,
    send: async ({ name }) => ({ ...(await api.call(tills.add, { body: { name } })), name }),
    onDone: (added) => {
      onAdded();
      setLink(added);
    },
    leaves: true,
    failed: t('tills.add.failed'),
  });
  if (link) return <TillLink link={link} onDone={onDone} />;
  return (
    <Form hasCancel submission={submission} action={t('tills.add')} pending={t('tills.adding')}>
      <TextField name="name" label={t('tills.name')} hint={t('tills.name.hint')} autoComplete="off" maxLength={40} />
    </Form>
  );
}

function TillLink({ link: { link, name, expiresAt }, onDone }: { link: Link; onDone: () => void }) {
  const t = useT();
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ tone: 'done', title: t('tills.copied') }),
      () => toast({ tone: 'failed', title: t('common.error'), text: t('tills.copyFailed') }),
    );
  return (
    <div className="flex flex-col gap-4">
      <h3 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-lg wrap-anywhere">
        {t('tills.link', { name })}
      </h3>
      <p>{t('tills.link.lead')}</p>
      <QrCode text={link} label={t('tills.link.qr')} />
      <p className="rounded-2xl bg-raised p-4 text-sm break-all select-all">{link}</p>
      <p className="text-sm font-semibold text-orange-ink">
        {t('tills.link.expires', { date: formatDateTime(expiresAt, t.language) })}
      </p>
      <div className="flex flex-wrap gap-3 *:flex-auto">
        {window.isSecureContext && (
          <Button variant="secondary" size="large" onClick={() => void copy()}>
            {t('tills.copy')}
          </Button>
        )}
        <Button size="large" onClick={onDone}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  );
}

export function RevokeTill({ till, onDone }: { till: Till; onDone: () => void }) {
  const t = useT();
  return (
    <Confirmation
      action={t('tills.revoke')}
      pending={t('tills.revoking')}
      variant="danger"
      failed={t('tills.revoke.failed')}
      send={() => api.call(tills.remove, { params: { id: till.id } })}
      onDone={onDone}
    >
      <p>{t('tills.revoke.text')}</p>
    </Confirmation>
  );
}
