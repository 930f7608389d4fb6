import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { goOnUnless } from '#web/kit/go-on.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/** Spec 1 §9: to the sign-in page one second after the prompt. */
const PROMPT_MS = 1000;

/** Whether somebody turned to anything else than what asked. */
function isElsewhere(event: Event, asker: Element | null): boolean {
  if (event instanceof KeyboardEvent) return event.key === 'Escape';
  const control = event.target instanceof Element && event.target.closest('a, button, input, select, textarea');
  return control !== null && control !== false && control !== asker;
}

/** Asks a guest to sign in and goes to `address` once, unless the guest has left what asked, or turned to something else. */
export function useSignInPrompt(address: string): () => void {
  const t = useT();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ asker: Element | null } | null>(null);
  useEffect(() => {
    if (!asked) return;
    return goOnUnless(
      PROMPT_MS,
      () => navigate(address),
      (event) => isElsewhere(event, asked.asker),
    );
  }, [asked, address, navigate]);
  return () => {
    toast({ tone: 'note', title: t('toast.signInRequired.title'), text: t('toast.signInRequired.text') });
    setAsked({ asker: document.activeElement });
  };
}
