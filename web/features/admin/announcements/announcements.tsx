import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  AnnouncementInput,
  adminAnnouncements,
  MAX_ANNOUNCEMENT_TEXT,
  MAX_ANNOUNCEMENT_TITLE,
  NewAnnouncement,
} from '#core/contract/admin/announcements.ts';
import { urlOf } from '#core/contract/call.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { useUser } from '#web/features/accounts/use-user.ts';
import { ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useRefresh } from '#web/features/admin/use-list.ts';
import { useOpened } from '#web/features/admin/use-opened.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { TextArea, TextField } from '#web/ui/form/text-fields.tsx';
import { Sparkles } from '#web/ui/icons.ts';

/** News of the app to all users, and what was sent before. */
export function Announcements() {
  const t = useT();
  const refresh = useRefresh();
  const { action, open, close } = useOpened();
  const list = useAdminList(adminAnnouncements.list, {});
  return (
    <>
      <h2 className="text-2xl">{t('overview.part.announcements')}</h2>
      <p className="text-sm text-muted">{t('announcements.lead')}</p>
      <Button aria-haspopup="dialog" className="self-start" onClick={() => open(null, 'add')}>
        {t('announcements.new')}
      </Button>
      <ListView list={list} empty={t('announcements.empty')}>
        {(items) =>
          items.map((its) => (
            <article key={its.id} className="flex flex-col gap-1 rounded-card bg-surface p-4 wrap-anywhere shadow-card">
              <p className="text-sm text-muted">{formatDateTime(its.createdAt, t.language)}</p>
              <h3 className="text-lg">{t.language === 'en' ? its.titleEn : its.title}</h3>
              <p>{t.language === 'en' ? its.textEn : its.text}</p>
            </article>
          ))
        }
      </ListView>
      {action === 'add' && (
        <FormDialog title={t('announcements.new')} onClose={close}>
          <AnnouncementForm
            onDone={() => {
              close();
              toast({ tone: 'done', title: t('announcements.sent') });
              refresh();
            }}
          />
        </FormDialog>
      )}
    </>
  );
}

function AnnouncementForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const visitor = useUser();
  const refresh = useRefresh();
  const [key, setKey] = useState(randomUuid);
  const submission = useSubmit({
    shape: NewAnnouncement,
    send: (body) => api.call(adminAnnouncements.send, { body: { ...body, key } }),
    onDone,
    onFailed: (_, error) => {
      if (codeOfRefusal(error) !== 'announcements.keyReused') return;
      setKey(randomUuid());
      refresh();
    },
    leaves: true,
    failed: t('announcements.failed'),
    failedTitle: t('announcements.failed'),
  });
  const { data: recipients } = useQuery({
    queryKey: [urlOf(adminAnnouncements.recipients)],
    queryFn: () => api.call(adminAnnouncements.recipients),
    staleTime: 0,
  });
  const action = recipients ? t.count('announcements.sendTo', recipients.count) : t('announcements.send');
  const title = { maxLength: MAX_ANNOUNCEMENT_TITLE, autoComplete: 'off' };
  const text = { maxLength: MAX_ANNOUNCEMENT_TEXT, rows: 3 };
  return (
    <Form submission={submission} action={action} pending={t('announcements.sending')} hasCancel>
      <TextField name="title" label={t('announcements.title')} lang="sq" {...title} />
      <TextArea name="text" label={t('announcements.text')} lang="sq" {...text} />
      <TextField name="titleEn" label={t('announcements.titleEn')} lang="en" {...title} />
      <TextArea name="textEn" label={t('announcements.textEn')} lang="en" {...text} />
      <Preview form={submission.form} />
      <p className="text-sm text-muted">{t('announcements.final')}</p>
      {visitor.state === 'user' && <OwnerField user={visitor.user} />}
    </Form>
  );
}

/** How the bell and the email will show it, and a way to get both oneself. */
function Preview({ form }: { form: UseFormReturn }) {
  const t = useT();
  const values = useWatch({ control: form.control });
  const { data: texts } = AnnouncementInput.safeParse(values);
  const send = useMutation({
    mutationFn: (body: z.infer<typeof AnnouncementInput>) => api.call(adminAnnouncements.preview, { body }),
    onSuccess: () => toast({ tone: 'done', title: t('announcements.preview.sent') }),
    onError: (error) => toastFailure(error, { t, title: t('announcements.preview.failed'), text: reasonOf(error, t) }),
  });
  const shown = [
    ['sq', values.title, values.text],
    ['en', values.titleEn, values.textEn],
  ] as const;
  return (
    <Disclosure look="field" summary={t('announcements.preview')}>
      {shown.map(([language, title, text]) => (
        <div key={language} lang={language} className="flex flex-col gap-2">
          <p className="flex gap-3 rounded-card bg-surface p-4 shadow-card">
            <Sparkles size={22} className="mt-0.5 shrink-0 text-brand" />
            <span className="flex min-w-0 flex-col gap-1 wrap-anywhere">
              <strong>{title || '…'}</strong>
              <span className="text-sm">{text || '…'}</span>
            </span>
          </p>
          <div className="flex flex-col gap-2 rounded-2xl border border-line bg-raised p-4 wrap-anywhere">
            <p className="text-xs text-muted">
              {t('announcements.preview.mail')} · {title || '…'}
            </p>
            <p className="font-display text-xl font-semibold">{title || '…'}</p>
            <p className="text-sm">{text || '…'}</p>
          </div>
        </div>
      ))}
      <Button
        variant="secondary"
        className="self-start"
        isPending={send.isPending}
        disabledReason={texts ? undefined : t('announcements.preview.missing')}
        onClick={() => texts && send.mutate(texts)}
      >
        {t('announcements.preview.send')}
      </Button>
    </Disclosure>
  );
}
