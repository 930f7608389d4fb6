import { useEffect } from 'react';

/** Keeps the screen awake while the component is shown. Browsers release the lock themselves when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused to save energy; older browsers do not know it.
      const next = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void next?.release();
      else lock = next;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
