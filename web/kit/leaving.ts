/** What is not saved on a page, and the question before one leaves it: by a link of this site, or by Back. */
import { createContext, useEffect, useRef, useState } from 'react';

/** Says of a form, by its id, whether it holds what is not saved. */
export const UnsavedContext = createContext<((form: string, isUnsaved: boolean) => void) | null>(null);

type GoOn = () => unknown;

/** The place of an entry in the history of this tab, as the router counts them. */
const placeOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx;

let holdBack: ((event: PopStateEvent) => void) | null = null;
const hearBack = (event: PopStateEvent) => holdBack?.(event);

/** Called before the router listens: of those who hear of Back some browsers ask in the order in which they came, whoever captures. */
export function hearBackFirst(): void {
  window.addEventListener('popstate', hearBack, true);
}

/** `goOn` is where somebody was led who has to be asked first. */
export function useLeaving() {
  const unsaved = useRef(new Set<string>());
  const [goOn, setGoOn] = useState<{ to: GoOn } | null>(null);
  useEffect(() => {
    const place = placeOf(history.state);
    const isFree = () => unsaved.current.size === 0;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
      if (!link || isFree() || !isPlain || link.target || link.hasAttribute('download')) return;
      // Another language is the same page.
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setGoOn({ to: () => link.click() });
    };
    const onPop = (event: PopStateEvent) => {
      const steps = (placeOf(event.state) ?? 0) - (place ?? 0);
      if (place === undefined || isFree()) return;
      // The page stays, and nobody else hears of it: first that one went, then that one is back.
      event.stopImmediatePropagation();
      if (steps === 0) return;
      history.go(-steps);
      setGoOn({ to: () => history.go(steps) });
    };
    window.addEventListener('click', onClick, true);
    holdBack = onPop;
    return () => {
      window.removeEventListener('click', onClick, true);
      holdBack = null;
    };
  }, []);
  return {
    isAsking: goOn !== null,
    tell: (form: string, isUnsaved: boolean) => {
      if (isUnsaved) unsaved.current.add(form);
      else unsaved.current.delete(form);
    },
    stay: () => setGoOn(null),
    leave: () => {
      unsaved.current.clear();
      setGoOn(null);
      goOn?.to();
    },
  };
}
