/** Unsaved form input, and the prompt before it is discarded: by closing a dialog, by a link, or by Back. */
import { createContext, type RefObject, useEffect, useRef, useState } from 'react';
import { guardBack } from '#web/kit/router/back-guard.ts';

/** The texts of the prompt; `stay` is the safe answer. */
export interface DiscardPrompt {
  title: string;
  leave: string;
  stay: string;
}

/** Set by a form in a dialog: the prompt to show before closing, or null while nothing would be lost. */
export const UnsavedChangesContext = createContext<RefObject<DiscardPrompt | null> | null>(null);

/** Closes the dialog of a form, after the prompt where there is something to discard. */
export const RequestCloseContext = createContext<(() => void) | null>(null);

/** Reports whether the form with this id, on a page, has unsaved changes. */
export const UnsavedFormsContext = createContext<((form: string, isUnsaved: boolean) => void) | null>(null);

/** The index of a history entry. */
const indexOf = (state: unknown): number | undefined => (state as { idx?: number } | null)?.idx;

/** Blocks navigation away from a page with unsaved changes until `leave` is called. */
export function useLeaveGuard() {
  const unsaved = useRef(new Set<string>());
  const [blocked, setBlocked] = useState<{ proceed: () => unknown } | null>(null);
  useEffect(() => {
    const index = indexOf(history.state);
    const isSaved = () => unsaved.current.size === 0;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
      if (!link || isSaved() || !isPlain || link.target || link.hasAttribute('download')) return;
      // The language links lead to the same page.
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setBlocked({ proceed: () => link.click() });
    };
    guardBack((event) => {
      const steps = (indexOf(event.state) ?? 0) - (index ?? 0);
      if (index === undefined || isSaved()) return;
      // Hides both events from the router: the one that left and the one that returns.
      event.stopImmediatePropagation();
      if (steps === 0) return;
      history.go(-steps);
      setBlocked({ proceed: () => history.go(steps) });
    });
    window.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('click', onClick, true);
      guardBack(null);
    };
  }, []);
  return {
    isAsking: blocked !== null,
    report: (form: string, isUnsaved: boolean) => {
      if (isUnsaved) unsaved.current.add(form);
      else unsaved.current.delete(form);
    },
    stay: () => setBlocked(null),
    leave: () => {
      unsaved.current.clear();
      setBlocked(null);
      blocked?.proceed();
    },
  };
}
