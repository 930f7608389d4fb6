import { readVoucherToken, tokenOfAddress } from '#core/domain/vouchers.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { X } from '#web/ui/icons.ts';
import { dequeue, type RedeemBody, useRedeemQueue } from './queue.ts';

type Queued = ReturnType<typeof useRedeemQueue>['own'][number];

interface Props {
  redeemer: string;
  /** Looks a voucher up again that has to be chosen among several. */
  onChoose: (body: RedeemBody) => void;
}

/** What was scanned without a connection: waiting, accepted or refused, until somebody has read it. */
export function QueueList({ redeemer, onChoose }: Props) {
  const t = useT();
  const { own, ofOthers } = useRedeemQueue(redeemer);
  return (
    <>
      {own.length > 0 && (
        <CardSection title={t('redeem.queue')}>
          {own.some(({ outcome }) => !outcome) && (
            <p className="text-sm font-semibold text-orange-ink">{t('redeem.queue.stay')}</p>
          )}
          <ul className="flex flex-col gap-3">
            {own.map((queued) => (
              <Row key={queued.body.nonce} queued={queued} onChoose={onChoose} />
            ))}
          </ul>
        </CardSection>
      )}
      {ofOthers > 0 && (
        <p className="rounded-2xl border border-orange bg-orange-soft p-4 text-sm font-semibold text-orange-ink">
          {t.count('redeem.queue.others', ofOthers)}
        </p>
      )}
    </>
  );
}

/** Of a code that waits only the end is shown: it is worth money. */
function endOf(text: string): string {
  const { code } = readVoucherToken(tokenOfAddress(text) ?? '') ?? { code: text };
  return `··${code
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(-2)
    .toUpperCase()}`;
}

function Row({ queued: { body, outcome }, onChoose }: { queued: Queued; onChoose: Props['onChoose'] }) {
  const t = useT();
  const isRefused = outcome?.isAccepted === false;
  const look = isRefused ? 'border-alert bg-alert-soft' : outcome ? 'border-line' : 'border-orange bg-orange-soft';
  return (
    <li className={`flex items-start gap-3 rounded-2xl border p-4 ${look}`}>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5 wrap-anywhere">
        <Badge look={isRefused ? 'red' : outcome ? 'green' : 'amber'}>
          {t(isRefused ? 'redeem.refused' : outcome ? 'redeem.ok' : 'redeem.queue.waiting')}
        </Badge>
        {outcome?.isAccepted === false ? (
          <p className="font-semibold text-alert">{outcome.message}</p>
        ) : (
          <p lang={outcome ? langOf(outcome.titleEn, t) : undefined} className="font-semibold">
            {outcome ? titleOf(outcome, t) : endOf(body.code)}
          </p>
        )}
        <p className="text-sm text-muted">
          {outcome && <>{endOf(body.code)} · </>}
          <time dateTime={body.happenedAt}>{formatDateTime(body.happenedAt, t.language)}</time>
        </p>
        {outcome?.isAccepted === false && outcome.code === 'redeem.several' && (
          <Button variant="secondary" onClick={() => onChoose(body)}>
            {t('redeem.queue.choose')}
          </Button>
        )}
      </div>
      {outcome && (
        <IconButton label={t('redeem.queue.dismiss')} onClick={() => dequeue(body.nonce)}>
          <X size={20} />
        </IconButton>
      )}
    </li>
  );
}
