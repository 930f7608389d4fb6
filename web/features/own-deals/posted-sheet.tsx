import { urlOf } from '#core/contract/call.ts';
import { type OwnDeal, ownDeals } from '#core/contract/own-deals.ts';
import { formatEnd } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { formatDay } from '#web/features/salons/opening-times.tsx';
import { countShare } from '#web/features/share/count-share.ts';
import { useShare } from '#web/features/share/use-share.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { shareAddress } from './own-deal-actions.tsx';

interface Props {
  deal: OwnDeal;
  onClose: () => void;
}

type Titled = Props & { title: string };

/** After publishing: the ways to tell customers. */
export function PostedSheet({ deal, onClose }: Props) {
  const t = useT();
  const title = titleOf(deal, t);
  if (deal.startsOn) return <ScheduledSheet {...{ deal, title, onClose }} startsOn={deal.startsOn} />;
  return <ShareSheet {...{ deal, title, onClose }} />;
}

/** Until it starts nobody else sees it. */
function ScheduledSheet({ deal, title, startsOn, onClose }: Titled & { startsOn: string }) {
  const t = useT();
  return (
    <Dialog title={t('dealForm.scheduled')} onClose={onClose}>
      <p className="font-semibold wrap-anywhere" lang={langOf(deal.titleEn, t)}>
        {title}
      </p>
      <p>{t('deal.startsOn', { date: formatDay(startsOn, t) })}</p>
      <p>{t('dealForm.scheduled.text')}</p>
    </Dialog>
  );
}

function ShareSheet({ deal, title, onClose }: Titled) {
  const t = useT();
  const share = useShare({ path: shareAddress(deal), title, onShared: () => countShare(deal) });
  return (
    <Dialog title={t('dealForm.saved')} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p className="font-semibold wrap-anywhere" lang={langOf(deal.titleEn, t)}>
          {title}
        </p>
        <p className="text-sm text-muted">
          {formatLek(deal.price, t.language)}
          {deal.expiresAt && ` · ${t('time.until', { when: formatEnd(deal.expiresAt, t.language) })}`}
        </p>
        <p>{t('posted.text')}</p>
        <Button size="large" data-first="" onClick={share.byWhatsApp}>
          WhatsApp
        </Button>
        {share.byDevice ? (
          <Button variant="secondary" onClick={() => void share.byDevice?.()}>
            {t('posted.share')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={share.byViber}>
            Viber
          </Button>
        )}
        <Button variant="secondary" onClick={() => void share.copy()}>
          {t('share.copy')}
        </Button>
        <ButtonLink reloads variant="secondary" download to={urlOf(ownDeals.story, { params: { id: deal.id } })}>
          {t('posted.story')}
        </ButtonLink>
        <ButtonLink variant="plain" to={shareAddress(deal)}>
          {t('posted.see')}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
