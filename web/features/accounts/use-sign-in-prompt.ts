import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';

/** Spec 1 §9: to the sign-in page one second after the prompt. */
const PROMPT_MS = 1000;

/** Asks a guest to sign in and goes to `address` once, unless the guest has left what asked. */
export function useSignInPrompt(address: string): () => void {
  const t = useT();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => navigate(address), PROMPT_MS);
    return () => clearTimeout(timer);
  }, [asked, address, navigate]);
  return () => {
    toast({ tone: 'note', title: t('toast.signInRequired.title'), text: t('toast.signInRequired.text') });
    setAsked(true);
  };
}
