import { useState } from 'react';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import { isPublic } from '#core/domain/deals.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { countShare } from '#web/features/share/count-share.ts';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Trash2 } from '#web/ui/more-icons.ts';
import { useChangeDeal } from './use-own-deals.ts';

/** A form that is open: of a new deal, of a copy, or of an existing deal. */
export type OpenForm = { kind: 'new' } | { kind: 'copy' | 'edit'; deal: OwnDeal };

export interface Props {
  deal: OwnDeal;
  /** Why nothing can be posted now. */
  blocked: string | undefined;
  onOpen: (form: OpenForm) => void;
  onDeleted: () => void;
}

export function Actions({ deal, isExpired, blocked, onOpen, onDeleted }: Props & { isExpired: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const change = useChangeDeal(deal, () => {
    setAsking(false);
    onDeleted();
  });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isPublic(deal) && !isExpired && <ShareOwn deal={deal} />}
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          disabledReason={isExpired ? t('myDeals.expiredHint') : undefined}
          onClick={() => onOpen({ kind: 'edit', deal })}
        >
          {t('myDeals.edit')}
        </Button>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          disabledReason={blocked}
          onClick={() => onOpen({ kind: 'copy', deal })}
        >
          {t(isExpired ? 'myDeals.copyRepost' : 'myDeals.copy')}
        </Button>
        <div className="ml-auto flex gap-2">
          {!isExpired && <MoreActions deal={deal} change={change} />}
          <IconButton
            label={t('myDeals.delete')}
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
            className="border border-line bg-surface text-alert"
          >
            <Trash2 size={18} />
          </IconButton>
        </div>
      </div>
      {isExpired && <p className="text-sm text-muted">{t('myDeals.expiredHint')}</p>}
      {isAsking && (
        <Dialog title={t('myDeals.delete')} onClose={() => setAsking(false)}>
          <p className="font-semibold" lang={langOf(deal.titleEn, t)}>
            {titleOf(deal, t)}
          </p>
          <p>{t('myDeals.delete.confirm')}</p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={() => setAsking(false)}>
              {t('myDeals.delete.keep')}
            </Button>
            <Button variant="danger" isPending={change.isPending} onClick={() => change.mutate(null)}>
              {t('myDeals.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export const shareAddress = ({ id }: Pick<OwnDeal, 'id'>) => `/deal/${id}`;

function ShareOwn({ deal }: { deal: OwnDeal }) {
  const t = useT();
  return (
    <ShareButton
      path={shareAddress(deal)}
      title={titleOf(deal, t)}
      text={t('deal.own.share')}
      onShared={() => countShare(deal)}
    />
  );
}

/** Pause and Hide, each with its effect. */
function MoreActions({ deal, change }: { deal: OwnDeal; change: ReturnType<typeof useChangeDeal> }) {
  const t = useT();
  const { isActive, isHidden } = deal;
  const toggles = [
    { name: isActive ? 'pause' : 'resume', change: { isActive: !isActive } },
    ...(deal.hiddenByAdminAt === null
      ? [{ name: isHidden ? 'show' : 'hide', change: { isHidden: !isHidden } } as const]
      : []),
  ] as const;
  const nameOf = (name: (typeof toggles)[number]['name']) => (name === 'resume' && deal.startsOn ? 'startNow' : name);
  const items = toggles.map((toggle) => ({
    label: t(`myDeals.${nameOf(toggle.name)}`),
    text: t(`myDeals.${nameOf(toggle.name)}.effect`),
    onChoose: () => !change.isPending && change.mutate(toggle.change),
  }));
  return <Menu label={t('myDeals.more.actions')} items={items} />;
}
