/** What became of a voucher, over the whole screen: by colour, icon, word and sound. */
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { openingAt } from '#core/domain/opening-hours.ts';
import { MAX_QUEUED } from '#core/domain/vouchers.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { Terms } from '#web/features/deals/deal-limits.tsx';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { LiveRegion } from '#web/kit/access/announce.tsx';
import { enterDialog, leaveDialog } from '#web/kit/access/dialogs.ts';
import { focusOn } from '#web/kit/access/focus.ts';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { useNow } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Icon } from '#web/ui/icon.tsx';
import { Check, CloudOff, Hourglass, TicketCheck, X } from '#web/ui/icons.ts';
import { TriangleAlert } from '#web/ui/more-icons.ts';
import { play } from './sound.ts';
import type { Redeeming, Step } from './use-redemption.ts';

type Shown = Exclude<Step, { is: 'ready' }>;

interface Look {
  icon: Icon;
  /** Background and text, and the circle of the icon. */
  ground: string;
  circle: string;
  tone: Parameters<typeof play>[0] | null;
}

const amber = { ground: 'bg-orange-soft text-ink', circle: 'bg-orange-ink text-surface' };
const looks: Record<Shown['is'], Look> = {
  checking: { icon: Hourglass, ground: 'bg-ground text-ink', circle: 'bg-raised text-muted', tone: null },
  valid: { icon: TicketCheck, ground: 'bg-olive-soft text-ink', circle: 'bg-olive text-on-olive', tone: 'ok' },
  accepted: { icon: Check, ground: 'bg-[#2f6b3a] text-ivory', circle: 'bg-ivory text-[#2f6b3a]', tone: 'ok' },
  undone: { icon: TicketCheck, ground: 'bg-olive-soft text-ink', circle: 'bg-olive text-on-olive', tone: 'note' },
  refused: { icon: X, ground: 'bg-[#b3261e] text-ivory', circle: 'bg-ivory text-[#b3261e]', tone: 'refused' },
  several: { icon: TicketCheck, ...amber, tone: 'note' },
  unchecked: { icon: CloudOff, ...amber, tone: 'refused' },
  kept: { icon: CloudOff, ...amber, tone: 'note' },
  full: { icon: TriangleAlert, ...amber, tone: 'refused' },
};

const words = {
  checking: 'redeem.checking',
  valid: 'redeem.valid',
  accepted: 'redeem.ok',
  undone: 'redeem.undone',
  refused: 'redeem.refused',
  several: 'redeem.several',
  unchecked: 'redeem.notChecked',
  kept: 'redeem.kept',
  full: 'redeem.notChecked',
} as const;

/** Mounted means open. */
export function ResultScreen({ redeeming }: { redeeming: Redeeming }) {
  const { step } = redeeming;
  return step.is === 'ready' ? null : <Result step={step} redeeming={redeeming} />;
}

interface ResultProps {
  step: Shown;
  redeeming: Redeeming;
}

function Result({ step, redeeming }: ResultProps) {
  const t = useT();
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { is } = step;
  const { icon: Sign, ground, circle, tone } = looks[is];
  const isBusy = 'isBusy' in step && step.isBusy;
  const leave = () => {
    if (!isBusy) redeeming.next();
  };
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.showModal();
    enterDialog(dialog);
    return () => {
      leaveDialog(dialog);
      dialog.close();
    };
  }, []);
  const begin = useEffectEvent(() => {
    // Not a button: the Enter of a scanner that reads twice would press it.
    if (heading.current) focusOn(heading.current);
    if (tone) play(tone);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is shown
  useEffect(() => begin(), [is]);
  return createPortal(
    <dialog
      ref={box}
      aria-labelledby={`${id}-word`}
      data-result={is}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // Without the banner of the connection, which would cover the buttons: these screens say it themselves.
      className={`fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto border-0 p-0 [&>p]:hidden ${ground}`}
    >
      <div className="mx-auto flex min-h-full max-w-xl flex-col">
        <div className="flex flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
          <span className={`grid size-24 shrink-0 place-items-center rounded-full ${circle}`}>
            <Sign size={52} className="[stroke-width:2.5px]" />
          </span>
          <h2
            ref={heading}
            id={`${id}-word`}
            tabIndex={-1}
            aria-describedby={`${id}-facts`}
            className={`font-display text-3xl font-semibold ${is === 'valid' ? 'tracking-wide uppercase' : ''}`}
          >
            {t(words[is])}
          </h2>
          <div id={`${id}-facts`} className="flex flex-col items-center gap-3 text-lg wrap-anywhere">
            <Facts step={step} />
          </div>
        </div>
        <div
          data-keep-clear=""
          className="flex flex-col gap-3 rounded-t-[1.5rem] bg-ground p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] text-ink shadow-lift sm:mb-6 sm:rounded-[1.5rem]"
        >
          <Actions step={step} redeeming={redeeming} />
        </div>
        <LiveRegion />
      </div>
    </dialog>,
    document.body,
  );
}

function Facts({ step }: { step: Shown }) {
  const t = useT();
  switch (step.is) {
    case 'valid':
      return (
        <Voucher voucher={step.voucher}>
          <p className="text-base text-muted">
            {t('redeem.useBy', { date: formatDate(step.voucher.useBy, t.language) })}
          </p>
          <VoucherTerms terms={step.voucher.terms} />
        </Voucher>
      );
    case 'accepted':
      return (
        <>
          <Voucher voucher={step.voucher} isDone />
          {step.isAgain && <p>{t('redeem.already')}</p>}
        </>
      );
    case 'undone':
      return (
        <>
          <Title voucher={step.voucher} />
          {step.voucher.cashDue !== null && (
            <p className="font-semibold">
              {t('redeem.undone.cash', { amount: formatLek(step.voucher.cashDue, t.language) })}
            </p>
          )}
        </>
      );
    case 'refused':
      return <p className="text-xl font-semibold">{step.message}</p>;
    case 'several':
      return <p>{step.message}</p>;
    case 'unchecked':
      return <p>{t('redeem.notChecked.text')}</p>;
    case 'kept':
      return <p>{t(step.isLost ? 'redeem.kept.lost' : 'redeem.kept.text')}</p>;
    case 'full':
      return <p>{t('redeem.full', { max: MAX_QUEUED })}</p>;
    default:
      return null;
  }
}

/** With a warning outside of its hours: the salon may accept it. */
function VoucherTerms({ terms }: { terms: Redeemed['terms'] }) {
  const t = useT();
  const isOutside = openingAt({ hours: terms?.useTimes ?? [], holidays: [] }, useNow(null))?.isOpen === false;
  return (
    <div className="text-base empty:hidden">
      {isOutside && (
        <p role="alert" className="font-semibold text-alert">
          {t('redeem.outsideHours')}
        </p>
      )}
      <Terms terms={terms} />
    </div>
  );
}

type Redeemed = Extract<Step, { is: 'valid' }>['voucher'];

const Title = ({ voucher }: { voucher: Redeemed }) => {
  const t = useT();
  return (
    <p lang={langOf(voucher.titleEn, t)} className="text-xl font-semibold">
      {titleOf(voucher, t)}
    </p>
  );
};

function Voucher({ voucher, isDone = false, children }: { voucher: Redeemed; isDone?: boolean; children?: ReactNode }) {
  const t = useT();
  const { cashDue } = voucher;
  const money =
    cashDue === null
      ? t('redeem.paid')
      : t(isDone ? 'redeem.collected' : 'redeem.collect', { amount: formatLek(cashDue, t.language) });
  return (
    <>
      <Title voucher={voucher} />
      <p className={isDone ? '' : 'rounded-2xl bg-surface px-5 py-3 font-display text-2xl font-semibold shadow-card'}>
        {money}
      </p>
      {children}
    </>
  );
}

function Actions({ step, redeeming }: ResultProps) {
  const t = useT();
  const next = (label: string, variant?: 'secondary') => (
    <Button size="large" variant={variant} onClick={redeeming.next}>
      {label}
    </Button>
  );
  switch (step.is) {
    case 'valid':
      return <Confirm step={step} redeeming={redeeming} />;
    case 'accepted':
    case 'refused':
      return (
        <>
          {next(t('redeem.next'))}
          <Undo step={step} redeeming={redeeming} />
        </>
      );
    case 'several':
      return (
        <>
          <ul className="flex flex-col gap-2">
            {step.choices.map((choice, index) => (
              <li key={choice.id} className="flex flex-col">
                <Button variant="secondary" size="large" onClick={() => void redeeming.choose(step.body, choice.id)}>
                  {/* Units of one deal have one title. */}
                  {index + 1}. <span lang={langOf(choice.titleEn, t)}>{titleOf(choice, t)}</span>
                </Button>
              </li>
            ))}
          </ul>
          {next(t('redeem.notNow'), 'secondary')}
        </>
      );
    case 'unchecked':
      return (
        <>
          <Button size="large" onClick={() => void redeeming.look(step.body)}>
            {t('common.tryAgain')}
          </Button>
          <Button variant="secondary" size="large" onClick={() => redeeming.keep(step.body)}>
            {t('redeem.keep')}
          </Button>
          {next(t('redeem.notNow'), 'secondary')}
        </>
      );
    case 'checking':
      return next(t('common.cancel'), 'secondary');
    default:
      return next(t('redeem.next'));
  }
}

function Confirm({ step, redeeming }: { step: Extract<Step, { is: 'valid' }>; redeeming: Redeeming }) {
  const t = useT();
  const { cashDue } = step.voucher;
  return (
    <>
      <Button
        size="large"
        isPending={step.isBusy}
        // The second click of a double click on what opened this screen.
        onClick={(event) => !isRepeatClick(event) && void redeeming.confirm(step)}
      >
        {step.isBusy
          ? t('redeem.confirming')
          : cashDue === null
            ? t('redeem.confirm')
            : t('redeem.confirmCash', { amount: formatLek(cashDue, t.language) })}
      </Button>
      <Button variant="secondary" size="large" onClick={redeeming.next} disabledReason={step.isBusy ? '' : undefined}>
        {t('redeem.notNow')}
      </Button>
    </>
  );
}

function Undo({ step, redeeming }: { step: Extract<Step, { is: 'accepted' | 'refused' }>; redeeming: Redeeming }) {
  const t = useT();
  const isRefused = step.is === 'refused';
  const undoUntil = isRefused ? null : step.undoUntil;
  const isInTime = useNow(undoUntil) < Date.parse(undoUntil ?? '');
  if (!step.nonce || !(isRefused || isInTime)) return null;
  return (
    <Button variant="secondary" size="large" isPending={step.isBusy} onClick={() => void redeeming.undo(step)}>
      {step.isBusy ? t('redeem.undoing') : t(isRefused ? 'redeem.undo.admin' : 'redeem.undo')}
    </Button>
  );
}
