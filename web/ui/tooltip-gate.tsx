/**
 * Names of icon controls on hover and keyboard focus. Controls carry `data-tooltip`; the layer that shows it is
 * fetched only where somebody can hover or uses the keyboard, so a phone never downloads it.
 */
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isOpening } from '#web/kit/dialogs.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { lazily } from '#web/kit/lazily.tsx';

const TooltipLayer = lazily(async () => (await import('./tooltip-layer.tsx')).TooltipLayer);

export function TooltipGate({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Element | null>(null);
  useEffect(() => {
    const want = (event: Event) => {
      const control = event.target instanceof Element && event.target.closest('[data-tooltip]');
      if (control && !isOpening(control)) setWanted((first) => first ?? control);
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
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <TooltipLayer first={wanted} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
