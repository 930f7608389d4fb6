/** Fetches what is likely to be wanted next while there is nothing else to do. */
import { waitForConnection } from './online.ts';

/** What some browsers say of their line. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether whoever pays for the line asked to save, or it is so slow that it has enough to do. */
function isLineDear(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

const untilLoaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    else window.addEventListener('load', resolve, { once: true });
  });

const untilIdle = () =>
  new Promise<unknown>((resolve) => {
    // Safari does not tell.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

/** One after the other; returns how to stop. What fails is fetched again when it is needed. */
export function fetchAhead(fetches: readonly (() => Promise<unknown>)[]): () => void {
  let isStopped = false;
  const goOn = async () => {
    await untilLoaded();
    for (const fetchIt of fetches) {
      await untilIdle();
      await waitForConnection();
      if (isStopped || isLineDear()) return;
      await Promise.allSettled([fetchIt()]);
    }
  };
  void goOn();
  return () => {
    isStopped = true;
  };
}
