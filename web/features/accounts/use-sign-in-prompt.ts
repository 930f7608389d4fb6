import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { goOnUnless } from '#web/kit/go-on.ts';
import { useT } from '#web/kit/i18n.tsx';
import { cameFromHere } from '#web/kit/link.tsx';
import { hasConnection } from '#web/kit/online.ts';
import { toast } from '#web/kit/toasts.ts';

/** Spec 1 §9: the sign-in page follows one second after the prompt. */
const PROMPT_MS = 1000;

/** The control that asked, and the focus at that time: not every browser moves it to what was pressed. */
interface Asker {
  control: Element | null;
  focused: Element | null;
}

/** Whether somebody used anything but the control that asked. */
function isElsewhere(event: Event, { control }: Asker): boolean {
  if (event instanceof KeyboardEvent) return true;
  const { target } = event;
  if (event.type === 'focusin') return target !== control;
  const pressed = target instanceof Element ? target.closest('a, button, input, select, textarea') : null;
  return pressed !== null && pressed !== control;
}

function hasGone({ control, focused }: Asker): boolean {
  return ![control, focused, document.body].includes(document.activeElement);
}

/** Asks a guest to sign in and redirects to `address` once, unless the guest has left the page or used something else. */
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
    // The page could not be loaded.
    if (!hasConnection())
      return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    toast({
      tone: 'note',
      title: t('toast.signInRequired.title'),
      text: t('toast.signInRequired.text'),
      goesTo: '/login',
    });
    if (standing.current !== address || hasGone(asker)) return;
    stay.current = goOnUnless(
      PROMPT_MS,
      () => hasConnection() && navigate(address, { state: cameFromHere() }),
      (event) => isElsewhere(event, asker),
    );
  };
}
