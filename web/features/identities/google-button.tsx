/** Google's own button, drawn by its own script: whoever presses it shows Google who they are, and Google tells us. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { identities } from '#core/contract/identities.ts';
import { useAnnounce } from '#web/kit/announce.tsx';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { fetchScript } from './others-script.ts';

const SCRIPT = 'https://accounts.google.com/gsi/client';
/** Google draws none that are wider. */
const WIDEST = 400;
/** From then on something is said; it may still come. */
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

interface Props {
  clientId: string;
  onCredential: (credential: string) => void;
}

export function GoogleButton({ clientId, onCredential }: Props) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { isLost, again } = useDrawn(place, clientId, onCredential);
  useAnnounce(isLost && t('auth.googleWidget'));
  return (
    <div className="grid min-h-11 justify-items-center gap-2">
      {/* What it draws is made for a light page; on a dark one it would bring a white box along. */}
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

function useDrawn(place: RefObject<HTMLDivElement | null>, clientId: string, onCredential: Props['onCredential']) {
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
      const [{ nonce }] = await Promise.all([api.call(identities.nonce), fetchScript(SCRIPT)]);
      const id = window.google?.accounts.id;
      if (!id) throw new Error('The script of Google brought nothing');
      if (isLeft) return;
      id.initialize({
        ...{ client_id: clientId, nonce, callback: (answer: { credential?: string }) => take(answer) },
        ...{ ux_mode: 'popup', auto_select: false, itp_support: true },
      });
      box.replaceChildren();
      const width = Math.min(WIDEST, box.parentElement?.clientWidth || WIDEST);
      const look = { type: 'standard', theme: 'outline', size: 'large', shape: 'pill', text: 'continue_with' };
      id.renderButton(box, { ...look, logo_alignment: 'center', width, locale: language });
      setLost(false);
    };
    const lose = () => !isLeft && setLost(true);
    const late = setTimeout(lose, PATIENCE_MS);
    if (place.current)
      draw(place.current)
        .catch(lose)
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
