/** The push card of Spec 2 §2: it asks the browser's permission and shows a test notification; the server is not called. */
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';

/** Spec 2 §2. */
const CHECK_AFTER_MS = 1000;
const READY_WITHIN_MS = 3000;

const isOn = createStoredState<boolean>('pushTest', { none: false, read: (stored) => stored === true });

type Status = 'checking' | 'ready' | 'blocked' | 'notReady' | 'unsupported';

/** The service worker's registration; null when it is not ready in time. */
function readyWorker(): Promise<ServiceWorkerRegistration | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_WITHIN_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function readStatus(): Promise<Status> {
  if (!('Notification' in window && 'serviceWorker' in navigator)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await readyWorker()) ? 'ready' : 'notReady';
}

function usePush() {
  const t = useT();
  const [status, setStatus] = useState<Status>('checking');
  const [isPending, setPending] = useState(false);
  const wasOn = useStoredState(isOn);
  const check = useEffectEvent(async () => setStatus(await readStatus()));
  useEffect(() => {
    const timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const turnOn = async () => {
    const permission = await Notification.requestPermission();
    if (permission === 'denied') {
      setStatus('blocked');
      toast({ tone: 'failed', title: t('push.blocked.title'), text: t('push.blocked.help') });
      return;
    }
    if (permission !== 'granted') return toast({ tone: 'failed', title: t('push.notGranted') });
    const worker = await readyWorker();
    setStatus(worker ? 'ready' : 'notReady');
    if (!worker) return toast({ tone: 'failed', title: t('push.notReady') });
    await worker.showNotification(t('app.name'), { body: t('push.test'), icon: '/icons/icon-192.png' });
    isOn.set(true);
  };
  const toggle = async () => {
    if (wasOn) return isOn.set(false);
    setPending(true);
    try {
      await turnOn();
    } catch {
      // A browser that knows notifications and shows none, such as one in private mode.
      toast({ tone: 'failed', title: t('push.notReady') });
    } finally {
      setPending(false);
    }
  };
  return { status, isSubscribed: wasOn && status === 'ready', isPending, toggle };
}

export function PushCard() {
  const t = useT();
  const id = useId();
  const { status, isSubscribed, isPending, toggle } = usePush();
  const texts: Record<Status, string | null> = {
    checking: t('push.checking'),
    ready: isSubscribed ? t('push.test') : null,
    blocked: t('push.blocked'),
    notReady: t('push.notReady'),
    unsupported: t('push.unsupported'),
  };
  const isUsable = status === 'ready' || status === 'notReady' || status === 'blocked';
  return (
    <Disclosure look="card" summary={<h2 className="text-xl">{t('push.title')}</h2>}>
      <p className="text-muted">{t('push.isTest')}</p>
      <label htmlFor={id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 font-semibold">
        <span className="min-w-0 flex-[1_1_8rem]">{t('push.switch')}</span>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="switch"
          checked={isSubscribed}
          aria-checked={isSubscribed}
          aria-disabled={!isUsable || isPending || undefined}
          aria-describedby={`${id}-status`}
          onChange={() => isUsable && !isPending && void toggle()}
        />
      </label>
      <p
        id={`${id}-status`}
        role="status"
        className={`min-h-6 text-sm font-semibold ${status === 'blocked' ? 'text-alert' : 'text-muted'}`}
      >
        {texts[status]}
      </p>
      {status === 'blocked' && <p className="text-sm">{t('push.blocked.help')}</p>}
    </Disclosure>
  );
}
