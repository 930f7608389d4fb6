import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopDialog } from '../kit/dialogs.ts';
import { useT } from '../kit/i18n.tsx';
import { keepOff, whenFocusMoves } from '../kit/keep-off.ts';
import { useOffline } from '../kit/online.ts';
import { useSaid } from '../kit/voice.tsx';
import { CloudOff, Wifi } from '../ui/icons.tsx';

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
  useSaid(offline ? t('offline.banner') : back && t('offline.back'));
  return (offline || back) && <Banner offline={offline} />;
}

/** What stays at the foot of the screen, or came there before. */
const OTHERS = '[data-keep-clear], [data-pinned], [data-messages] li';

/** It lies over the page, or the dialog on top, at its foot: nothing moves, what has focus is not covered, and what is below it can be pressed. */
function Banner({ offline }: { offline: boolean }) {
  const t = useT();
  const host = useTopDialog() ?? document.body;
  const box = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another place it is another box
  useEffect(() => {
    const stand = (isNew: boolean) => box.current && keepOff(box.current, { isNew, others: OTHERS });
    stand(true);
    return whenFocusMoves(
      () => null,
      () => stand(false),
    );
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
