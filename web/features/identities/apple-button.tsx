/** A button of ours that asks Apple's own script who somebody is, in a window of Apple. */
import { useState } from 'react';
import { identities } from '#core/contract/identities.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { fetchScript } from './others-script.ts';

const SCRIPT = 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js';
/** Those who close its window changed their mind. */
const NEVER_MIND = ['popup_closed_by_user', 'user_cancelled_authorize', 'user_trigger_new_signin_flow'];

declare global {
  interface Window {
    AppleID?: {
      auth: { init(options: object): void; signIn(): Promise<{ authorization: { id_token: string } }> };
    };
  }
}

interface Props {
  clientId: string;
  isBusy: boolean;
  onCredential: (credential: string) => void;
}

export function AppleButton({ clientId, isBusy, onCredential }: Props) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      onCredential(await credentialOf(clientId));
    } catch (error) {
      if (!NEVER_MIND.includes(String((error as { error?: unknown } | null)?.error)))
        toast({ tone: 'failed', title: t('common.error'), text: t('auth.appleFailed') });
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      variant="secondary"
      className="w-full max-w-[400px] self-center"
      isPending={isBusy || isAsking}
      onClick={() => void ask()}
    >
      <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
        <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
      </svg>
      {t('login.apple')}
    </Button>
  );
}

async function credentialOf(clientId: string): Promise<string> {
  const [{ nonce }] = await Promise.all([api.call(identities.nonce), fetchScript(SCRIPT)]);
  const auth = window.AppleID?.auth;
  if (!auth) throw new Error('The script of Apple brought nothing');
  auth.init({ clientId, scope: 'email', redirectURI: `${location.origin}/login`, usePopup: true, nonce });
  const { authorization } = await auth.signIn();
  return authorization.id_token;
}
