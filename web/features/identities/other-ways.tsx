import { useT } from '#web/kit/i18n.tsx';
import { useIdentities } from '#web/kit/shop-config.ts';
import { IdentityButtons, type IdentityButtonsProps } from './identity-buttons.tsx';

/** How one signs in without a password, and that one may do so by e-mail too; nothing where nobody vouches for people. */
export function OtherWays(ways: Omit<IdentityButtonsProps, 'providers'>) {
  const t = useT();
  const { google, apple } = useIdentities();
  if (!google && !apple) return null;
  return (
    <div className="flex flex-col gap-3">
      <IdentityButtons {...ways} />
      <p className="flex items-center gap-3 text-sm text-muted">
        <Line />
        {t('login.orEmail')}
        <Line />
      </p>
    </div>
  );
}

const Line = () => <span aria-hidden="true" className="flex-1 border-t border-line" />;
