import { useNavigate } from 'react-router';
import { useT } from '#web/kit/i18n.tsx';
import { cameFromHere } from '#web/kit/link.tsx';
import { toast } from '#web/kit/toasts.ts';

interface SessionEnd {
  /** What became of what they wanted; else that they can go on where they were. */
  text?: string | undefined;
  /** The address of the sign-in page that leads on. */
  address: string;
  /** Whether its page leads back to the one on which that is pressed. */
  comesBack?: boolean;
}

/** Says that a session ended against the will of whoever is here, also where they are led to sign in at once. */
export function useTellSessionEnd(): (end: SessionEnd) => void {
  const t = useT();
  const navigate = useNavigate();
  return ({ text = t('auth.sessionEnded.text'), address, comesBack = false }) =>
    toast({
      tone: 'failed',
      title: t('auth.sessionEnded'),
      text,
      action: {
        label: t('login.action'),
        run: () => navigate(address, { state: comesBack ? cameFromHere() : null }),
        leadsTo: '/login',
      },
      isReason: true,
    });
}
