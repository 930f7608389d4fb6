import { useMutation } from '@tanstack/react-query';
import { adminUsers, type ListedUser } from '#core/contract/admin/users.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf, toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Phone and NIPT of a user, shown on demand because each look is recorded. */
export function BusinessDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const t = useT();
  const look = useMutation({
    mutationFn: () => api.call(adminUsers.showBusiness, { params: { id: user.id } }),
    onError: (error) => toast({ tone: 'failed', title: t('admin.users.business.failed'), text: reasonOf(error, t) }),
  });
  const business = look.data;
  return (
    <Dialog title={t('admin.users.business.view')} onClose={onClose}>
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username}
      </p>
      {business === undefined ? (
        <>
          <p>{t('admin.users.business.effects')}</p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button data-first="" isPending={look.isPending} onClick={() => look.mutate()}>
              {t(look.isPending ? 'admin.users.business.showing' : 'admin.users.business.show')}
            </Button>
          </div>
        </>
      ) : business === null ? (
        <p role="status">{t('admin.users.business.none')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 pt-2 wrap-anywhere">
          <dt className="text-muted">NIPT</dt>
          <dd>{business.nipt}</dd>
          {business.phone && (
            <>
              <dt className="text-muted">{t('admin.users.business.phone')}</dt>
              <dd>{business.phone}</dd>
            </>
          )}
          {business.email && (
            <>
              <dt className="text-muted">{t('admin.users.business.email')}</dt>
              <dd>{business.email}</dd>
            </>
          )}
        </dl>
      )}
    </Dialog>
  );
}
