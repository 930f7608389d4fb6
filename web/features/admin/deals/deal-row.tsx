import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AdminDeal, adminDeals } from '#core/contract/admin/deals.ts';
import { type DealChange, MAX_MODERATION_REASON, ownDeals } from '#core/contract/own-deals.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useRefresh } from '#web/features/admin/use-list.ts';
import { useOpened } from '#web/features/admin/use-opened.ts';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { cityName, langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Pencil, Trash2 } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { OwnerForm } from './owner-form.tsx';

interface Props {
  deal: AdminDeal;
  hasActions?: boolean;
  children?: ReactNode;
}

/** A deal as administrators see it. */
export function DealRow({ deal, hasActions = false, children }: Props) {
  const t = useT();
  const { owner, salon } = deal;
  return (
    <article className="flex flex-col gap-3 rounded-card bg-surface p-4 shadow-card">
      <div className="flex flex-wrap gap-4 sm:flex-nowrap">
        <Picture
          src={deal.imageUrl}
          alt=""
          width={96}
          height={96}
          sizes="96px"
          missing={t('deal.imageUnavailable')}
          className={`size-[min(6rem,24vw)] shrink-0 rounded-2xl ${tintOf(deal.category)}`}
        />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
          <h3 className="text-lg wrap-anywhere" lang={langOf(deal.titleEn, t)}>
            <Link to={`/deal/${deal.id}`} className="hover:underline">
              {titleOf(deal, t)}
            </Link>
          </h3>
          <p translate="no" className="text-sm text-muted wrap-anywhere">
            {deal.businessName}
            {' · '}
            {deal.address || cityName(deal.city, t)}
          </p>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong translate="no" className="numerals">
              {formatLek(deal.price, t.language)}
            </strong>
            {deal.originalPrice !== null && (
              <s translate="no" className="text-sm text-muted numerals">
                {formatLek(deal.originalPrice, t.language)}
              </s>
            )}
          </p>
          <DealBadges deal={deal} />
        </div>
        {hasActions && (
          <div className="hidden shrink-0 sm:block">
            <DealActions deal={deal} />
          </div>
        )}
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        {owner ? (
          <>
            {t('adminDeals.owner')}{' '}
            <Link to={`/admin?tab=users&part=business&q=${encodeURIComponent(owner.email)}`} className="underline">
              <span translate="no">{owner.username}</span>
            </Link>
          </>
        ) : (
          t('adminDeals.noOwner')
        )}
        {salon && <span translate="no"> · {salon.name}</span>}
      </p>
      {deal.moderationReason && (
        <p className="rounded-2xl bg-alert-soft px-4 py-2 text-sm text-alert wrap-anywhere">
          <strong>{t('adminDeals.reason')}</strong> {deal.moderationReason}
        </p>
      )}
      {hasActions && (
        <div className="sm:hidden">
          <DealActions deal={deal} />
        </div>
      )}
      {children}
    </article>
  );
}

function DealBadges({ deal }: { deal: AdminDeal }) {
  const t = useT();
  return (
    <p className="flex flex-wrap gap-1.5">
      <Badge look={deal.isActive ? 'green' : 'neutral'}>
        {t(deal.isActive ? 'adminDeals.active' : 'adminDeals.inactive')}
      </Badge>
      {deal.isFeatured && <Badge look="brand">{t('adminDeals.featured')}</Badge>}
      {deal.isExpired && <Badge>{t('adminDeals.state.expired')}</Badge>}
      {deal.isHidden && (
        <Badge look="red">
          {t(deal.hiddenByAdminAt === null ? 'adminDeals.hiddenByDealer' : 'adminDeals.hiddenByAdmin')}
        </Badge>
      )}
      {deal.openReports > 0 && <Badge look="amber">{t.count('adminDeals.reports', deal.openReports)}</Badge>}
    </p>
  );
}

type Opened = 'delete' | 'hide' | 'show' | 'owner';

export function actionsOf({ isExpired, hiddenByAdminAt, owner }: AdminDeal): (Opened | 'details')[] {
  return [
    ...(isExpired ? [] : (['details'] as const)),
    ...(['delete', hiddenByAdminAt === null ? 'hide' : 'show'] as const),
    ...(owner ? [] : (['owner'] as const)),
  ];
}

function DealActions({ deal }: { deal: AdminDeal }) {
  const t = useT();
  const { open } = useOpened();
  const feature = useFeature(deal);
  const { id, isExpired } = deal;
  const isHidden = deal.hiddenByAdminAt !== null;
  const title = titleOf(deal, t);
  const items = [
    ...(isExpired ? [] : [feature]),
    {
      label: t(isHidden ? 'adminDeals.show' : 'adminDeals.hide'),
      onChoose: () => open(id, isHidden ? 'show' : 'hide'),
    },
    ...(deal.owner ? [] : [{ label: t('adminDeals.assign'), onChoose: () => open(id, 'owner') }]),
  ];
  return (
    <div className="flex flex-wrap gap-2">
      <IconButton
        label={t('adminDeals.editNamed', { title })}
        aria-haspopup="dialog"
        aria-disabled={isExpired || undefined}
        onClick={() => (isExpired ? toast({ tone: 'failed', title: t('adminDeals.expiredHint') }) : open(id))}
        className="border border-line bg-surface aria-disabled:opacity-55"
      >
        <Pencil size={18} />
      </IconButton>
      <IconButton
        label={t('adminDeals.deleteNamed', { title })}
        aria-haspopup="dialog"
        onClick={() => open(id, 'delete')}
        className="border border-line bg-surface text-alert"
      >
        <Trash2 size={18} />
      </IconButton>
      <Menu label={t('admin.actions', { name: title })} items={items} />
    </div>
  );
}

function useFeature({ id, isFeatured }: AdminDeal) {
  const t = useT();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: (body: DealChange) => api.call(ownDeals.update, { params: { id }, body }),
    onSuccess: () => toast({ tone: 'done', title: t('adminDeals.saved') }),
    onError: (error) => toastFailure(error, { t, title: t('adminDeals.saveFailed'), text: reasonOf(error, t) }),
    onSettled: refresh,
  });
  return {
    label: t(isFeatured ? 'adminDeals.unfeature' : 'adminDeals.feature'),
    onChoose: () => change.mutate({ isFeatured: !isFeatured }),
  };
}

const setVisibility = (id: string, isHidden: boolean, reason?: string) =>
  api.call(adminDeals.setVisibility, { params: { id }, body: { isHidden, reason } });

export function DealDialog({ deal, opened, onClose }: { deal: AdminDeal; opened: Opened; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const { id } = deal;
  const title = titleOf(deal, t);
  const done = (said: string) => {
    onClose();
    toast({ tone: 'done', title: said });
    refresh();
  };
  if (opened === 'owner')
    return (
      <FormDialog title={t('adminDeals.assign')} onClose={onClose}>
        <OwnerForm
          name={title}
          send={(email) => api.call(adminDeals.assign, { params: { id }, body: { email } })}
          onDone={() => done(t('adminDeals.assigned'))}
        />
      </FormDialog>
    );
  const notes = { label: t('adminDeals.hideReason'), maxLength: MAX_MODERATION_REASON };
  const each = {
    delete: {
      effects: t('adminDeals.delete.confirm'),
      done: t('adminDeals.deleted'),
      more: { variant: 'danger' as const, notes },
      send: (reason?: string) => api.call(ownDeals.remove, { params: { id }, query: reason ? { reason } : {} }),
    },
    hide: {
      effects: t('adminDeals.hide.effects'),
      done: t('adminDeals.hidden'),
      more: { variant: 'danger' as const, notes: { ...notes, isRequired: true } },
      send: (reason?: string) => setVisibility(id, true, reason),
    },
    show: {
      effects: t('adminDeals.show.effects'),
      done: t('adminDeals.shown'),
      more: {},
      send: () => setVisibility(id, false),
    },
  }[opened];
  return (
    <ConfirmDialog<unknown>
      title={t(`adminDeals.${opened}`)}
      action={t(`adminDeals.${opened}`)}
      pending={t('adminDeals.deciding')}
      failed={t('adminDeals.saveFailed')}
      send={each.send}
      onDone={() => done(each.done)}
      onClose={onClose}
      {...each.more}
    >
      <p className="font-semibold wrap-anywhere">{title}</p>
      <p>{each.effects}</p>
    </ConfirmDialog>
  );
}
