import { useT } from '#web/kit/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** Why nothing can be ordered, and the way to where that is mended. */
export function Blocked() {
  const t = useT();
  return (
    <>
      <p className="w-full font-semibold text-alert">{t('cart.blocked')}</p>
      <ButtonLink size="large" to="/cart" className="flex-auto">
        {t('toast.cartAdd.view')}
      </ButtonLink>
    </>
  );
}
