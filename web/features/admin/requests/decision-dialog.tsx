import { adminRequests, type DealerRequest, MAX_REVIEW_NOTES } from '#core/contract/admin/requests.ts';
import { useRefresh } from '#web/features/admin/use-list.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const decisions = { approve: 'approved', reject: 'rejected' } as const;
type Decision = keyof typeof decisions;

interface DecisionProps {
  request: DealerRequest;
  asking: Decision;
  onClose: () => void;
}

export function DecisionDialog({ request: { id, user, nipt, isNiptWellFormed }, asking, onClose }: DecisionProps) {
  const t = useT();
  const refresh = useRefresh();
  // Another administrator may have decided meanwhile.
  const close = () => {
    onClose();
    refresh();
  };
  return (
    <ConfirmDialog
      title={t(`admin.requests.${asking}`)}
      action={t(`admin.requests.${asking}`)}
      pending={t('admin.requests.deciding')}
      {...(asking === 'reject' && { variant: 'danger' })}
      notes={{ label: t('admin.requests.notesPrompt'), maxLength: MAX_REVIEW_NOTES }}
      failed={t('admin.requests.failed')}
      send={(notes) =>
        api.call(adminRequests.decide, { params: { id }, body: { status: decisions[asking], notes: notes ?? null } })
      }
      onDone={() => {
        close();
        toast({ tone: 'done', title: t(`admin.requests.${decisions[asking]}`) });
      }}
      onClose={close}
    >
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username === user.email ? user.email : `${user.username} · ${user.email}`}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        {t('admin.requests.nipt')}{' '}
        <strong translate="no" className="numerals select-all">
          {nipt}
        </strong>
        {!isNiptWellFormed && <Badge look="amber">{t('admin.requests.nipt.odd')}</Badge>}
      </p>
      <p>{t(`admin.requests.${asking}.effects`)}</p>
    </ConfirmDialog>
  );
}
