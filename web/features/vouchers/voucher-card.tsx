import { type ReactNode, useId, useState } from 'react';
import type { UseTerms } from '#core/contract/shapes.ts';
import type { Voucher } from '#core/contract/vouchers.ts';
import { shownCode, type VoucherState } from '#core/domain/vouchers.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { Terms } from '#web/features/deals/deal-limits.tsx';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { ShareButton } from '#web/features/share/share-button.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Banknote, Clock, Maximize } from '#web/ui/more-icons.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import { ScreenReaderText, SpelledText } from '#web/ui/screen-reader-text.tsx';
import { useWakeLock } from './use-wake-lock.ts';

export interface ShownUnit
  extends Omit<Voucher, 'id' | 'cancelReason' | 'charged' | 'mayClaim' | 'refund' | 'mayReview' | 'review'> {
  title: string;
  titleEn: string | null;
  businessName: string;
  terms?: UseTerms | null | undefined;
  /** Where it is one of several. */
  position?: { number: number; count: number } | undefined;
}

/** The state as of `now` (ms); a saved copy may be older than its last day. */
const stateAt = ({ status, useBy }: ShownUnit, now: number): VoucherState =>
  status === 'open' && now >= Date.parse(useBy) ? 'expired' : status;

const looks = {
  open: 'green',
  redeemed: 'neutral',
  expired: 'amber',
  canceled: 'red',
  refunded: 'neutral',
  disputed: 'red',
} as const;

/** A voucher with its codes while it is valid, else its state. `level` of its title; `note` on sharing it. */
export function VoucherCard({
  unit,
  level: Title,
  note,
  children,
}: {
  unit: ShownUnit;
  level: 'h1' | 'h3';
  note: string;
  /** Below it. */
  children?: ReactNode;
}) {
  const t = useT();
  const titleId = useId();
  const [isLarge, enlarge] = useState(false);
  const state = stateAt(unit, useMinute());
  const { code, url, businessName, position } = unit;
  const title = titleOf(unit, t);
  return (
    <article
      aria-labelledby={titleId}
      className="@container flex flex-col gap-4 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
    >
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          {position ? t('voucher.position', position) : t('voucher.title')}
          <Badge look={looks[state]}>{t(`voucher.status.${state === 'open' ? 'valid' : state}`)}</Badge>
        </p>
        <Title
          id={titleId}
          tabIndex={Title === 'h1' ? -1 : undefined}
          lang={langOf(unit.titleEn, t)}
          className={Title === 'h1' ? 'text-2xl' : 'text-xl'}
        >
          {title}
        </Title>
        <p translate="no">{businessName}</p>
      </div>
      {state === 'open' ? (
        <>
          <div className="flex flex-col gap-4 @xl:flex-row @xl:items-center @xl:gap-6">
            <div className="w-full @xl:max-w-[260px]">
              <QrCode text={url} label={t('voucher.qr', { code: spelled(shownCode(code)) })} />
            </div>
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <Codes unit={unit} />
              <div className="text-sm empty:hidden">
                <Terms terms={unit.terms} />
              </div>
              <p className="text-sm text-muted">{t('voucher.showHint')}</p>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <Button variant="secondary" className="flex-auto" aria-haspopup="dialog" onClick={() => enlarge(true)}>
              <Maximize size={18} />
              {t('voucher.fullScreen')}
            </Button>
            <ShareButton
              path={new URL(url).pathname.toLowerCase()}
              title={t('voucher.gift.text', { title, salon: businessName })}
            />
            <p className="w-full text-sm text-muted">{note}</p>
          </div>
        </>
      ) : (
        <p className="text-sm text-muted">
          {t('voucher.code')}: <SpelledText code={shownCode(code)} />
        </p>
      )}
      {children}
      {isLarge && <FullScreenVoucher unit={unit} onClose={() => enlarge(false)} />}
    </article>
  );
}

/** The code, what is to be paid, and the last day. */
function Codes({ unit: { code, cashDue, useBy }, isLarge = false }: { unit: ShownUnit; isLarge?: boolean }) {
  const t = useT();
  const size = isLarge ? 'text-[min(3rem,9.5vw)]' : 'text-[min(1.75rem,7.4cqw)]';
  return (
    <>
      <div data-keep-clear="">
        <p className="text-sm text-muted">{t('voucher.code')}</p>
        <p className={`whitespace-nowrap font-display font-semibold leading-tight tracking-wide numerals ${size}`}>
          <SpelledText code={shownCode(code)} />
        </p>
      </div>
      <ul className={`flex flex-col gap-1.5 ${isLarge ? 'items-center text-lg' : 'text-sm'}`}>
        <li className="flex gap-2 font-semibold">
          {!isLarge && <Banknote size={18} className="mt-0.5 shrink-0 text-olive" />}
          {cashDue === null ? (
            t('voucher.paid')
          ) : (
            <ScreenReaderText>{t('voucher.cashDue', { amount: formatLek(cashDue, t.language) })}</ScreenReaderText>
          )}
        </li>
        <li className="flex gap-2">
          {!isLarge && <Clock size={18} className="mt-0.5 shrink-0 text-olive" />}
          <time dateTime={useBy}>{t('voucher.useBy', { date: formatDate(useBy, t.language) })}</time>
        </li>
      </ul>
    </>
  );
}

/** For the camera of the salon: large and light, while the screen stays awake. */
function FullScreenVoucher({ unit, onClose }: { unit: ShownUnit; onClose: () => void }) {
  const t = useT();
  useWakeLock();
  const { code, url, position, businessName } = unit;
  return (
    <Dialog title={position ? t('voucher.position', position) : t('voucher.title')} isFullScreen onClose={onClose}>
      <div className="flex flex-col items-center gap-3 text-center">
        <p className="text-lg font-semibold">
          <span lang={langOf(unit.titleEn, t)}>{titleOf(unit, t)}</span>
          <span translate="no" className="block text-base font-normal">
            {businessName}
          </span>
        </p>
        <QrCode text={url} size="screen" label={t('voucher.qr', { code: spelled(shownCode(code)) })} />
        <Codes unit={unit} isLarge />
      </div>
    </Dialog>
  );
}
