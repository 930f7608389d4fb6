import { useEffect } from 'react';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { APPLY_ADDRESS } from './apply-address.ts';

/** Leads to the request to post deals; guests create their account first. */
export function ApplyLink() {
  const t = useT();
  const isGuest = useUser().state === 'guest';
  return (
    <ButtonLink to={isGuest ? signInAddress(APPLY_ADDRESS) : APPLY_ADDRESS}>{t('dealerRequest.button')}</ButtonLink>
  );
}

/** Scrolls to a card of the profile that is loaded after the page, where the address names it. */
export function useScrollTo(id: string, isShown = true): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressed again, it scrolls again
  useEffect(() => {
    if (isShown && hash === `#${id}`) document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [hash, id, isShown, key]);
}
