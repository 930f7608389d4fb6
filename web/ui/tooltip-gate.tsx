/**
 * Names of icon controls on hover and keyboard focus. Controls carry `data-tooltip`; the layer that shows it is
 * fetched only where somebody can hover or uses the keyboard, so a phone never downloads it.
 */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';

const TooltipLayer = lazy(async () => ({ default: (await import('./tooltip-layer.tsx')).TooltipLayer }));

export function TooltipGate({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-tooltip]')) setWanted(true);
    };
    const options = { capture: true, once: false, passive: true };
    if (matchMedia('(hover: hover)').matches) document.addEventListener('pointerover', want, options);
    document.addEventListener('focusin', want, options);
    return () => {
      document.removeEventListener('pointerover', want, options);
      document.removeEventListener('focusin', want, options);
    };
  }, []);
  return (
    <>
      {children}
      {wanted && (
        <Suspense>
          <TooltipLayer />
        </Suspense>
      )}
    </>
  );
}
