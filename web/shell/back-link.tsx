import { useT } from '#web/kit/i18n/i18n.tsx';
import type { CameFrom } from '#web/kit/router/link.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { StepBack } from '#web/ui/step-back.tsx';

/** Names of pages by the first segment of their path. */
const names = {
  '': 'deal.backHome',
  categories: 'back.categories',
  deal: 'back.deal',
  salon: 'back.salon',
  cart: 'back.cart',
  checkout: 'back.checkout',
  favorites: 'back.favorites',
  orders: 'back.order',
  profile: 'back.profile',
  admin: 'back.admin',
  desk: 'back.desk',
  redeem: 'back.redeem',
  till: 'back.till',
  v: 'back.voucher',
  settings: 'back.settings',
  login: 'back.login',
  reset: 'back.reset',
  verify: 'back.verify',
  unsubscribe: 'back.unsubscribe',
  about: 'back.about',
  'for-salons': 'back.forSalons',
  'terms-of-service': 'back.terms',
  'privacy-policy': 'back.privacy',
  accessibility: 'back.accessibility',
} as const;

/** The default from the specification. */
const SPECIFIED = '/profile';

/** Leads back to where one came from, and names it; by default to `aim`. */
export function BackLink({ aim = null }: { aim?: string | null }) {
  const t = useT();
  const navigate = useNavigate();
  const { state } = useLocation();
  // The server's HTML is the same for everybody.
  const from = useHydrated() ? ((state as CameFrom | null)?.from ?? null) : null;
  const to = [from, aim, SPECIFIED].find((path) => path !== null && nameOf(path)) ?? SPECIFIED;
  return (
    <StepBack
      to={to}
      text={t(nameOf(to) ?? names.profile)}
      onClick={(event) => {
        if (to !== from) return;
        event.preventDefault();
        void navigate(-1);
      }}
    />
  );
}

function nameOf(path: string): (typeof names)[keyof typeof names] | undefined {
  const [first = ''] = path.slice(1).split(/[/?#]/);
  return Object.hasOwn(names, first) ? names[first as keyof typeof names] : undefined;
}
