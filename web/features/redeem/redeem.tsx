import { useEffect, useEffectEvent, useRef } from 'react';
import { isRefusal } from '#core/contract/call.ts';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { isSignedOut } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CloudOff } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { Store } from '#web/ui/more-icons.ts';
import { EmptyState, NoScriptNotice, Problem } from '#web/ui/problem.tsx';
import { Camera } from './camera.tsx';
import { CodeField, useKeyboardScanner } from './code-field.tsx';
import { QueueList } from './queue-list.tsx';
import { type Redeemer, useRedeemer } from './redeemer.ts';
import { ResultScreen } from './result-screen.tsx';
import { linkedCode, useRedemption } from './use-redemption.ts';

/** Redeems vouchers, as the owner of a salon, one of its tills, or an administrator. */
export function Redeem() {
  const t = useT();
  const { redeemer, isGuest, error, retry } = useRedeemer();
  if (redeemer) return <Counter key={redeemer.key} redeemer={redeemer} />;
  if (isGuest || isSignedOut(error)) return <Door />;
  if (isRefusal(error) && error.status === 403) return <NoSalon />;
  if (error) return <Problem text={reasonOf(error, t)} retry={retry} />;
  return (
    <>
      <NoScriptNotice />
      <Skeletons count={2} className="h-56" />
    </>
  );
}

function Door() {
  const t = useT();
  return (
    <EmptyState art="sign-in" title={t('redeem.door')} text={t('redeem.door.till')}>
      <ButtonLink to={signInAddress('/redeem')}>{t('login.action')}</ButtonLink>
    </EmptyState>
  );
}

function NoSalon() {
  const t = useT();
  return (
    <EmptyState art="no-results" title={t('redeem.noSalon')} text={t('redeem.noSalon.text')}>
      <ButtonLink to="/profile">{t('nav.profile')}</ButtonLink>
    </EmptyState>
  );
}

function Counter({ redeemer }: { redeemer: Redeemer }) {
  const t = useT();
  const redeeming = useRedemption(redeemer.key);
  const { step, check } = redeeming;
  const field = useRef<HTMLInputElement>(null);
  const isReady = step.is === 'ready';
  const checkLinked = useEffectEvent(() => {
    const code = linkedCode.get();
    linkedCode.set('');
    if (code) void check(code, 'link');
  });
  useEffect(() => checkLinked(), []);
  useKeyboardScanner(!['checking', 'valid', 'several'].includes(step.is), (code) => void check(code, 'typed'));
  useFocusOnField(field, isReady);
  return (
    <>
      <Who redeemer={redeemer} />
      <OfflineNotice />
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <Camera isPaused={!isReady} onCode={(code) => void check(code, 'camera')} />
        <div className="flex flex-col gap-5">
          <CodeField field={field} onCode={(code) => void check(code, 'typed')} />
          <QueueList redeemer={redeemer.key} onChoose={(body) => void redeeming.again(body)} />
          {redeemer.as === 'owner' && (
            <ButtonLink variant="plain" to="/desk?tab=sales" className="self-start">
              {t('redeem.sales')}
            </ButtonLink>
          )}
        </div>
      </div>
      <ResultScreen redeeming={redeeming} />
    </>
  );
}

/** After each result the typed field has focus, except on phones, where that would open the keyboard. */
function useFocusOnField(field: React.RefObject<HTMLInputElement | null>, isReady: boolean): void {
  const wasReady = useRef(true);
  useEffect(() => {
    const isBack = isReady && !wasReady.current;
    wasReady.current = isReady;
    if (isBack && !window.matchMedia('(pointer: coarse)').matches) field.current?.focus({ preventScroll: true });
  }, [field, isReady]);
}

function Who({ redeemer: { as, salon, till } }: { redeemer: Redeemer }) {
  const t = useT();
  return (
    <p className="flex items-center gap-2 font-semibold">
      <Store size={20} />
      <span className="min-w-0 wrap-anywhere">
        {salon && <span translate="no">{salon}</span>}
        {salon && as !== 'owner' && ' · '}
        {as === 'till' && t('redeem.as.till', { till: till ?? '' })}
        {as === 'admin' && t('redeem.as.admin')}
      </span>
    </p>
  );
}

function OfflineNotice() {
  const t = useT();
  if (!useOffline()) return null;
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-2xl border border-orange bg-orange-soft p-4 text-orange-ink"
    >
      <CloudOff size={24} className="shrink-0" />
      <p>
        <strong className="block">{t('redeem.offline')}</strong>
        {t('redeem.offline.text')}
      </p>
    </div>
  );
}
