import { useEffect } from 'react';
import { isDocumentOpenTo } from '#web/kit/document-opens.ts';
import { useHydrated } from '#web/kit/hydrated.ts';
import { useT } from '#web/kit/i18n.tsx';
import { hasConnection } from '#web/kit/online.ts';
import { useIdentities } from '#web/kit/use-identities.ts';
import { useSaid } from '#web/kit/voice.tsx';
import { AppleButton } from './apple-button.tsx';
import { GoogleButton } from './google-button.tsx';
import type { Provider } from './use-come-in.ts';

interface Props {
  /** Whether it is known that somebody may want to sign in: until then nobody else is asked anything. */
  isWanted: boolean;
  isBusy: boolean;
  comeIn: (provider: Provider, credential: string) => void;
}

/** How one signs in without a password, and that one may do so by e-mail too; nothing where nobody vouches for people. */
export function OtherWays({ isWanted, isBusy, comeIn }: Props) {
  const t = useT();
  const { google, apple } = useIdentities();
  const isOpen = useOpenDocument(isWanted && (google !== null || apple !== null));
  useSaid(isBusy && t('login.pending'), { after: 1000 });
  if (!google && !apple) return null;
  return (
    <div className="flex flex-col gap-3">
      {google && (
        <div className="relative min-h-11">
          <div className={isBusy ? 'invisible' : undefined}>
            {isOpen && <GoogleButton clientId={google} onCredential={(credential) => comeIn('google', credential)} />}
          </div>
          {isBusy && <p className="absolute inset-0 grid place-items-center text-quiet">{t('login.pending')}</p>}
        </div>
      )}
      {apple && (
        <AppleButton clientId={apple} isBusy={isBusy} onCredential={(credential) => comeIn('apple', credential)} />
      )}
      <p className="flex items-center gap-3 text-sm text-quiet">
        <Line />
        {t('login.orEmail')}
        <Line />
      </p>
    </div>
  );
}

const Line = () => <span aria-hidden="true" className="flex-1 border-t border-line" />;

/** Only a document that was loaded for this page may run the scripts of others: one that was loaded for another is loaded anew. */
function useOpenDocument(isNeeded: boolean): boolean {
  const isAlive = useHydrated();
  useEffect(() => {
    if (isNeeded && !isDocumentOpenTo('google') && hasConnection()) location.reload();
  }, [isNeeded]);
  return isNeeded && isAlive && isDocumentOpenTo('google');
}
