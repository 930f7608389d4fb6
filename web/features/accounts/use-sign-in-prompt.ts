import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { autoRedirect } from '#web/kit/auto-redirect.ts';
import { useT } from '#web/kit/i18n.tsx';
import { cameFromHere } from '#web/kit/link.tsx';
import { hasConnection } from '#web/kit/online.ts';
import { toast } from '#web/kit/toasts.ts';

/** Spec 1 §9: to the sign-in page one second after the prompt. */
const PROMPT_MS = 1000;

/** What was pressed, and what had the focus then: not each browser, nor each button, moves it there. */
export interface Asker {
  control: Element | null;
  focused: Element | null;
}

/** Whether somebody turned to anything else than what asked: whoever reads on by a key does, too. */
function isElsewhere(event: Event, { control }: Asker): boolean {
  if (event instanceof KeyboardEvent) return true;
  const { target } = event;
  if (event.type === 'focusin') return target !== control;
  const pressed = target instanceof Element ? target.closest('a, button, input, select, textarea') : null;
  return pressed !== null && pressed !== control;
}

/** Whether they had turned to it before it was known that they are a guest. */
function hasGone({ control, focused }: Asker): boolean {
  return ![control, focused, document.body].includes(document.activeElement);
}

/** Asks a guest to sign in and goes to `address` once, unless the guest has left what asked, or turned to something else. */
export function useSignInPrompt(address: string): (asker: Asker) => void {
  const t = useT();
  const navigate = useNavigate();
  const stay = useRef<(() => void) | null>(null);
  const standing = useRef<string>(null);
  useEffect(() => {
    standing.current = address;
    return () => {
      standing.current = null;
      stay.current?.();
    };
  }, [address]);
  return (asker) => {
    stay.current?.();
    // Nothing but that there is no connection would stand there.
    if (!hasConnection())
      return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    toast({
      tone: 'note',
      title: t('toast.signInRequired.title'),
      text: t('toast.signInRequired.text'),
      goesTo: '/login',
    });
    if (standing.current !== address || hasGone(asker)) return;
    stay.current = autoRedirect(
      PROMPT_MS,
      () => hasConnection() && navigate(address, { state: cameFromHere() }),
      (event) => isElsewhere(event, asker),
    );
  };
}
