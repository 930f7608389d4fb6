import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { identities } from '#core/contract/accounts/identities.ts';
import { providers as all, type Provider } from '#core/domain/accounts.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { api } from '#web/kit/data/api.ts';
import { hasConnection } from '#web/kit/data/online.ts';
import { useIdentities } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { isCspSourceAllowed, useHydrated } from '#web/kit/router/page-state.ts';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';

export interface IdentityButtonsProps {
  /** The provider, if not all. */
  providers?: readonly Provider[];
  /** Whether the buttons may be needed: until then no provider is contacted. */
  isShown: boolean;
  isBusy: boolean;
  onCredential: (provider: Provider, credential: string) => void;
}

/** The sign-in buttons of the configured identity providers. */
export function IdentityButtons({ providers = all, isShown, isBusy, onCredential }: IdentityButtonsProps) {
  const t = useT();
  const clients = useIdentities();
  const [google, apple] = all.map((name) => providers.includes(name) && clients[name]);
  const isOpen = useOpenDocument(isShown && Boolean(google || apple));
  useAnnounce(isBusy && t('login.pending'), { after: 1000 });
  return (
    <>
      {google && (
        <div className="relative min-h-11">
          <div className={isBusy ? 'invisible' : undefined}>
            {isOpen && (
              <GoogleButton clientId={google} onCredential={(credential) => onCredential('google', credential)} />
            )}
          </div>
          {isBusy && <p className="absolute inset-0 grid place-items-center text-muted">{t('login.pending')}</p>}
        </div>
      )}
      {apple && (
        <AppleButton
          clientId={apple}
          isBusy={isBusy}
          onCredential={(credential) => onCredential('apple', credential)}
        />
      )}
    </>
  );
}

/** The CSP allows the providers' scripts only in documents loaded for this page, so another document is reloaded. */
function useOpenDocument(isNeeded: boolean): boolean {
  const isAlive = useHydrated();
  useEffect(() => {
    if (isNeeded && !isCspSourceAllowed('google') && hasConnection()) location.reload();
  }, [isNeeded]);
  return isNeeded && isAlive && isCspSourceAllowed('google');
}

const SCRIPT = 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js';
/** The user closed the window. */
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

function AppleButton({ clientId, isBusy, onCredential }: Props) {
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

const GOOGLE_BUTTON_SCRIPT = 'https://accounts.google.com/gsi/client';
/** Google's maximum width, px. */
const WIDEST = 400;
/** Timeout for the script, in ms; it may still arrive. */
const PATIENCE_MS = 10_000;

interface GoogleId {
  initialize(options: object): void;
  renderButton(place: HTMLElement, options: object): void;
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleId } };
  }
}

interface GoogleButtonProps {
  clientId: string;
  onCredential: (credential: string) => void;
}

function GoogleButton({ clientId, onCredential }: GoogleButtonProps) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { isLost, again } = useDrawn(place, clientId, onCredential);
  useAnnounce(isLost && t('auth.googleWidget'));
  return (
    <div className="grid min-h-11 justify-items-center gap-2">
      {/* Google's button is made for light pages. */}
      <div ref={place} className="flex min-h-11 w-full justify-center scheme-light" hidden={isLost} />
      {isLost && (
        <>
          <p className="text-center text-sm text-muted">{t('auth.googleWidget')}</p>
          <Button variant="plain" onClick={again}>
            {t('common.tryAgain')}
          </Button>
        </>
      )}
    </div>
  );
}

function useDrawn(
  place: RefObject<HTMLDivElement | null>,
  clientId: string,
  onCredential: GoogleButtonProps['onCredential'],
) {
  const { language } = useT();
  const [isLost, setLost] = useState(false);
  const [round, setRound] = useState(0);
  const take = useEffectEvent(({ credential }: { credential?: string }) => {
    if (credential) onCredential(credential);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when somebody asks for it
  useEffect(() => {
    let isLeft = false;
    const draw = async (box: HTMLElement) => {
      const [{ nonce }] = await Promise.all([api.call(identities.nonce), fetchScript(GOOGLE_BUTTON_SCRIPT)]);
      const id = window.google?.accounts.id;
      if (!id) throw new Error('The script of Google brought nothing');
      if (isLeft) return;
      id.initialize({
        client_id: clientId,
        nonce,
        callback: (answer: { credential?: string }) => take(answer),
        ux_mode: 'popup',
        auto_select: false,
        itp_support: true,
      });
      box.replaceChildren();
      const width = Math.min(WIDEST, box.parentElement?.clientWidth || WIDEST);
      const look = { type: 'standard', theme: 'outline', size: 'large', shape: 'pill', text: 'continue_with' };
      id.renderButton(box, { ...look, logo_alignment: 'center', width, locale: language });
      setLost(false);
    };
    const onFailure = () => !isLeft && setLost(true);
    const late = setTimeout(onFailure, PATIENCE_MS);
    if (place.current)
      draw(place.current)
        .catch(onFailure)
        .finally(() => clearTimeout(late));
    return () => {
      isLeft = true;
      clearTimeout(late);
    };
  }, [clientId, language, round]);
  const again = () => {
    setLost(false);
    setRound(round + 1);
  };
  return { isLost, again };
}

const fetching = new Map<string, Promise<void>>();

function fetchScript(address: string): Promise<void> {
  const before = fetching.get(address);
  if (before) return before;
  const fetched = new Promise<void>((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => {
      // Allows a retry.
      fetching.delete(address);
      script.remove();
      fail(new Error(`${address} did not come`));
    });
    document.head.append(script);
  });
  fetching.set(address, fetched);
  return fetched;
}

/** For tests: as on a new page. */
export const forgetScripts = () => fetching.clear();
