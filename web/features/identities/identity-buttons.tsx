import { useEffect } from 'react';
import { providers as all, type Provider } from '#core/domain/accounts.ts';
import { isDocumentOpenTo } from '#web/kit/document-opens.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { useT } from '#web/kit/i18n.tsx';
import { hasConnection } from '#web/kit/online.ts';
import { useIdentities } from '#web/kit/use-identities.ts';
import { useSaid } from '#web/kit/voice.tsx';
import { AppleButton } from './apple-button.tsx';
import { GoogleButton } from './google-button.tsx';

export interface IdentityButtonsProps {
  /** Of whom, where not of all. */
  providers?: readonly Provider[];
  /** Whether it is known that somebody may want them: until then nobody else is asked anything. */
  isWanted: boolean;
  isBusy: boolean;
  onCredential: (provider: Provider, credential: string) => void;
}

/** The buttons of those who vouch for people here. */
export function IdentityButtons({ providers = all, isWanted, isBusy, onCredential }: IdentityButtonsProps) {
  const t = useT();
  const clients = useIdentities();
  const [google, apple] = all.map((name) => providers.includes(name) && clients[name]);
  const isOpen = useOpenDocument(isWanted && Boolean(google || apple));
  useSaid(isBusy && t('login.pending'), { after: 1000 });
  return (
    <>
      {google && (
        <div className="relative min-h-11">
          <div className={isBusy ? 'invisible' : undefined}>
            {isOpen && (
              <GoogleButton clientId={google} onCredential={(credential) => onCredential('google', credential)} />
            )}
          </div>
          {isBusy && <p className="absolute inset-0 grid place-items-center text-quiet">{t('login.pending')}</p>}
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

/** Only a document that was loaded for this page may run the scripts of others: one that was loaded for another is loaded anew. */
function useOpenDocument(isNeeded: boolean): boolean {
  const isAlive = useHydrated();
  useEffect(() => {
    if (isNeeded && !isDocumentOpenTo('google') && hasConnection()) location.reload();
  }, [isNeeded]);
  return isNeeded && isAlive && isDocumentOpenTo('google');
}
