import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { UnconfirmedEmail } from '../accounts/unconfirmed-email.tsx';

/** Which account it is, and whether its mails are known to arrive. */
export function AccountSection({ user }: { user: User }) {
  const t = useT();
  return (
    <CardSection title={t('settings.account')}>
      <div>
        <p className="font-semibold wrap-anywhere">{user.email}</p>
        {user.isEmailVerified && <p className="text-sm text-olive">{t('settings.account.confirmed')}</p>}
        <UnconfirmedEmail user={user} />
      </div>
    </CardSection>
  );
}
