import { useEffect, useRef, useState } from 'react';
import { useT } from '../kit/i18n.tsx';
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
  return (
    <div className="sticky top-0 z-50">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-[#b3261e] px-4 py-2 text-sm font-semibold text-ivory">
          <CloudOff size={18} />
          {t('offline.banner')}
        </p>
      )}
      {back && (
        <p className="flex items-center justify-center gap-2 bg-[#2f6b3a] px-4 py-2 text-sm font-semibold text-ivory">
          <Wifi size={18} />
          {t('offline.back')}
        </p>
      )}
    </div>
  );
}
