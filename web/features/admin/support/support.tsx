import { useMutation } from '@tanstack/react-query';
import { adminSupport, type ReceivedMessage, SupportReply } from '#core/contract/admin/support.ts';
import { LONGEST_MESSAGE } from '#core/contract/support.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { shortened } from '#core/domain/shortened.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { searchedById, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { TextArea } from '#web/ui/form/text-fields.tsx';

/** The promise is an answer within 24 hours (Spec 2 §9). */
const OLD_AFTER_HOURS = 20;

const statuses = ['pending', 'read'] as const;

const source = searchedById(adminSupport.list, ({ id }) => id);
const actionsOf = ({ repliedAt }: ReceivedMessage) =>
  (['details', 'reply', 'delete'] as const).filter((action) => action !== 'reply' || !repliedAt);

export function SupportTab() {
  const t = useT();
  const { q, filter } = useListState();
  const status = statuses.find((each) => each === filter);
  const list = useAdminList(adminSupport.list, { ...(q && { q }), ...(status && { status }) });
  const { opened, close, closeAll } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <h2 className="text-2xl">{t('admin.support.title')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('admin.support.search')} />
        <ListFilter
          options={[
            { value: 'all', text: t('admin.filter.all') },
            ...statuses.map((value) => ({ value, text: t(`admin.support.status.${value}`) })),
          ]}
        />
      </div>
      <ListView
        list={list}
        {...(status === 'pending'
          ? { empty: t('admin.nothingPending'), emptyArt: 'all-done' }
          : { empty: t('admin.support.empty') })}
      >
        {(items) => items.map((message) => <Message key={message.id} message={message} />)}
      </ListView>
      {opened?.action === 'details' && (
        <Dialog title={t('admin.tab.support')} onClose={close}>
          <Message message={opened.row} />
        </Dialog>
      )}
      {opened?.action === 'reply' && (
        <FormDialog title={t('admin.support.reply')} onClose={close}>
          <ReplyForm message={opened.row} onDone={close} />
        </FormDialog>
      )}
      {opened?.action === 'delete' && <DeleteDialog message={opened.row} onClose={close} onDone={closeAll} />}
    </>
  );
}

function Message({ message }: { message: ReceivedMessage }) {
  const t = useT();
  const { userId, status, createdAt, repliedAt } = message;
  const age = useMinute() - Date.parse(createdAt);
  const isOld = status === 'pending' && age > OLD_AFTER_HOURS * 3_600_000;
  return (
    <article className="flex flex-col gap-3 rounded-card bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={status === 'pending' ? 'amber' : 'neutral'}>{t(`admin.support.status.${status}`)}</Badge>
        {userId === null && <Badge>{t('admin.support.anonymous')}</Badge>}
        {repliedAt && <Badge look="green">{t('admin.support.replied')}</Badge>}
        {isOld && <Badge look="red">{t('admin.support.old', { hours: OLD_AFTER_HOURS })}</Badge>}
        <span className="text-sm text-muted sm:ml-auto">
          {t('admin.support.sentAt', { date: formatDateTime(createdAt, t.language) })}
        </span>
      </div>
      <h3 className="text-lg wrap-anywhere">{titleOf(message)}</h3>
      <Writer message={message} />
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      {repliedAt && (
        <div className="rounded-2xl bg-raised p-3">
          <p className="text-sm text-muted">
            {t('admin.support.repliedAt', { date: formatDateTime(repliedAt, t.language) })}
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{message.adminReply}</p>
        </div>
      )}
      <Actions message={message} />
    </article>
  );
}

const MAX_TITLE = 60;

/** A message without a subject is named by its first words. */
const titleOf = ({ subject, message }: ReceivedMessage) =>
  subject ?? shortened(message.replace(/\s+/g, ' '), MAX_TITLE, '…');

/** Who is writing: a customer of years is answered otherwise than somebody without an order. */
function Writer({ message: { user, userId, contactEmail, writer, orderId } }: { message: ReceivedMessage }) {
  const t = useT();
  const email = contactEmail ?? user?.email;
  const part = writer?.role === 'client' ? 'client' : 'business';
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted wrap-anywhere">
      <span translate="no">
        {user && user.username !== email && `${user.username} · `}
        {email}
      </span>
      {writer && (
        <span>
          {t(`admin.support.role.${writer.role}`)} · {t.count('admin.support.orders', writer.orders)} ·{' '}
          {t('admin.support.since', { date: formatDate(writer.since, t.language) })}
        </span>
      )}
      {writer && (
        <Link to={`/admin?tab=users&part=${part}&q=${userId}`} className="py-2 text-ink underline">
          {t('admin.support.account')}
        </Link>
      )}
      {writer && writer.orders > 0 && (
        <Link to={`/admin?tab=money&q=${userId}`} className="py-2 text-ink underline">
          {t('admin.support.showOrders')}
        </Link>
      )}
      {orderId && (
        <Link to={`/admin?tab=money&q=${orderId}&open=${orderId}`} className="py-2 font-semibold text-brand underline">
          {t('admin.support.order', { number: orderNumberOf({ id: orderId }) })}
        </Link>
      )}
    </div>
  );
}

function Actions({ message }: { message: ReceivedMessage }) {
  const t = useT();
  const refresh = useRefresh();
  const { open } = useOpened();
  const { id, status, repliedAt } = message;
  const read = useMutation({
    mutationFn: () => api.call(adminSupport.read, { params: { id } }),
    onSuccess: () => toast({ tone: 'done', title: t('admin.support.marked') }),
    onError: (error) => toastFailure(error, { t, title: t('admin.support.markReadFailed'), text: reasonOf(error, t) }),
    onSettled: refresh,
  });
  return (
    <div className="flex flex-wrap gap-2">
      {!repliedAt && (
        <Button aria-haspopup="dialog" onClick={() => open(id, 'reply')}>
          {t('admin.support.reply')}
        </Button>
      )}
      {status === 'pending' && (
        <Button variant="secondary" isPending={read.isPending} onClick={() => read.mutate()}>
          {t('admin.support.markRead')}
        </Button>
      )}
      <Button variant="danger" aria-haspopup="dialog" onClick={() => open(id, 'delete')}>
        {t('admin.support.delete')}
      </Button>
    </div>
  );
}

interface DeleteProps {
  message: ReceivedMessage;
  onClose: () => void;
  onDone: () => void;
}

function DeleteDialog({ message: { id }, onClose, onDone }: DeleteProps) {
  const t = useT();
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      title={t('admin.support.delete')}
      action={t('admin.support.delete')}
      pending={t('admin.support.deleting')}
      variant="danger"
      failed={t('admin.support.deleteFailed')}
      send={() => api.call(adminSupport.remove, { params: { id } })}
      onDone={() => {
        onDone();
        toast({ tone: 'done', title: t('admin.support.deleted') });
        refresh();
      }}
      onClose={onClose}
    >
      <p>{t('admin.support.delete.confirm')}</p>
    </ConfirmDialog>
  );
}

/** Sent by email in the sender's language, which the administrator writes in. */
function ReplyForm({ message, onDone }: { message: ReceivedMessage; onDone: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const submission = useSubmit({
    shape: SupportReply,
    send: (body) => api.call(adminSupport.reply, { params: { id: message.id }, body }),
    onDone: () => {
      toast({ tone: 'done', title: t('admin.support.reply.sent') });
      onDone();
      refresh();
    },
    leaves: true,
    failed: t('admin.support.reply.failed'),
    failedTitle: t('admin.support.reply.failed'),
  });
  const email = message.contactEmail ?? message.user?.email ?? '';
  const language = t(`language.${message.language}`);
  return (
    <Form
      submission={submission}
      action={t('admin.support.reply.send')}
      pending={t('admin.support.reply.sending')}
      hasCancel
    >
      <p className="max-h-40 overflow-y-auto rounded-2xl bg-raised p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {message.message}
      </p>
      <TextArea name="reply" label={t('admin.support.reply.text')} rows={6} maxLength={LONGEST_MESSAGE} />
      <p className="text-sm text-muted wrap-anywhere">{t('admin.support.reply.note', { email, language })}</p>
    </Form>
  );
}
