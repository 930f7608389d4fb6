import { useAddress } from '#web/kit/address.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';

/** Takes along where one wanted to go: both pages depend on the same. */
export function ForgottenPassword() {
  const t = useT();
  const { search } = useAddress();
  return (
    <Link
      to={`/reset${search}`}
      className="flex min-h-11 w-fit items-center text-sm font-semibold text-brand underline"
    >
      {t('login.forgot')}
    </Link>
  );
}
