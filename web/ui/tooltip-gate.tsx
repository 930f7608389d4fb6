/**
 * Tooltips of controls with `data-tooltip`, on hover and keyboard focus. The layer that shows them is loaded only on the first
 * hover or focus, so phones never download it.
 */
import { Suspense, useEffect, useState } from 'react';
import { isOpening } from '#web/kit/access/dialogs.ts';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';

const TooltipLayer = lazyWithRetry(async () => (await import('./tooltip-layer.tsx')).TooltipLayer);

export function TooltipGate() {
  const [firstControl, setFirstControl] = useState<Element | null>(null);
  useEffect(() => {
    const onPoint = (event: Event) => {
      const control = event.target instanceof Element && event.target.closest('[data-tooltip]');
      if (control && !isOpening(control)) setFirstControl((first) => first ?? control);
    };
    const options = { capture: true, once: false, passive: true };
    if (matchMedia('(hover: hover)').matches) document.addEventListener('pointerover', onPoint, options);
    document.addEventListener('focusin', onPoint, options);
    return () => {
      document.removeEventListener('pointerover', onPoint, options);
      document.removeEventListener('focusin', onPoint, options);
    };
  }, []);
  return (
    firstControl && (
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <TooltipLayer first={firstControl} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
