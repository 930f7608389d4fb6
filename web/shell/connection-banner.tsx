import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { avoidOverlap, onFocusOrLayoutChange } from '#web/kit/access/avoid-overlap.ts';
import { useTopDialog } from '#web/kit/access/dialogs.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { SAVED_COPY_ID } from '#web/kit/data/saved-copies.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { CloudOff, Wifi } from '#web/ui/icons.ts';

/** Spec 1 §9. */
const BACK_MS = 3000;

/** Red while there is no connection, green for three seconds when it returns. */
export function ConnectionBanner() {
  const t = useT();
  const offline = useOffline();
  const [back, setBack] = useState(false);
  const wasOffline = useRef(false);
  useEffect(() => {
    if (offline) {
      wasOffline.current = true;
      setBack(false);
      return;
    }
    if (!wasOffline.current) return;
    wasOffline.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [offline]);
  useAnnounce(offline ? t('offline.banner') : back && t('offline.back'));
  // A saved page says it in its notice.
  return (offline ? !document.getElementById(SAVED_COPY_ID) : back) && <Banner offline={offline} />;
}

/** What else is fixed at the foot of the screen. */
const OTHERS = '[data-keep-clear], [data-pinned], [data-messages] li, [type=submit]';

/** Fixed at the foot of the page, or of the top dialog; it does not cover the focused control and lets clicks through. */
function Banner({ offline }: { offline: boolean }) {
  const t = useT();
  const host = useTopDialog() ?? document.body;
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another host it is another element
  useEffect(() => {
    const place = (isNew: boolean) => box.current && avoidOverlap(box.current, { isNew, others: OTHERS });
    const renew = () => place(true);
    renew();
    document.addEventListener('scroll', renew, { passive: true, capture: true });
    const stop = onFocusOrLayoutChange(
      () => null,
      () => place(false),
    );
    return () => {
      document.removeEventListener('scroll', renew, true);
      stop();
    };
  }, [host]);
  return createPortal(
    <p
      ref={box}
      data-keep-clear=""
      className={`at-foot pointer-events-none fixed inset-x-3 z-50 mx-auto flex w-fit items-center gap-2 rounded-full border border-transparent px-4 py-2 text-sm font-semibold text-ivory shadow-lift ${offline ? 'bg-[#b3261e]' : 'bg-[#2f6b3a]'}`}
    >
      {offline ? <CloudOff size={18} /> : <Wifi size={18} />}
      {t(offline ? 'offline.banner' : 'offline.back')}
    </p>,
    host,
  );
}
