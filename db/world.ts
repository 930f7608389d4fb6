/** The named people of the demo shop and of the tests: one per role and state. */
import { v5 } from 'uuid';
import { DEMO_DOMAIN } from '#core/domain/shop.ts';

const NAMESPACE = 'b0c5a5d3-5b0e-4d0f-9a53-6d2f2e1c7a10';

/** The same id for the same thing on every installation. */
export function demoId(
  kind: 'user' | 'category' | 'salon' | 'deal' | 'membership' | 'period' | 'request',
  name: string,
): string {
  return v5(`${kind}/${name}`, NAMESPACE);
}

export interface Person {
  id: string;
  email: string;
  password: string;
  role: 'user' | 'admin';
  canPostDeals: boolean;
  /** What makes this person worth knowing. */
  about: string;
}

function person(name: string, about: string, rights: { role?: 'admin'; canPostDeals?: true } = {}): Person {
  return {
    id: demoId('user', name),
    email: `${name}@${DEMO_DOMAIN}`,
    password: `${name}-bukuri-2026`,
    role: rights.role ?? 'user',
    canPostDeals: rights.canPostDeals ?? false,
    about,
  };
}

export const ana = person('ana', 'shopper');
export const besa = person('besa', 'dealer on silver, 7 of 10 posts left', { canPostDeals: true });
export const dritan = person('dritan', 'dealer whose membership is canceling', { canPostDeals: true });
export const era = person('era', 'asked to become a dealer');
export const gent = person('gent', 'request to become a dealer was rejected');
export const arta = person('arta', 'admin', { role: 'admin' });
export const lira = person('lira', 'dealer with a gold membership as a gift', { canPostDeals: true });
export const ilir = person('ilir', 'dealer on entry without posts left', { canPostDeals: true });

export const people = { ana, besa, dritan, era, gent, arta, lira, ilir };
export type Name = keyof typeof people;

/** Of the dealers that come with the demo salons (`demoDealers`): one for all, so that it is hashed once. */
export const DEALER_PASSWORD = 'sallon-bukuri-2026';

export interface MembershipOf {
  plan: 'entry' | 'silver' | 'gold';
  status: 'active' | 'canceling';
  postsUsed: number;
  /** -1 is unlimited. */
  postsLimit: number;
  /** When the running period began. */
  daysAgo: number;
  isGift: boolean;
}

export const memberships: Partial<Record<Name, MembershipOf>> = {
  besa: { plan: 'silver', status: 'active', postsUsed: 3, postsLimit: 10, daysAgo: 12, isGift: false },
  dritan: { plan: 'silver', status: 'canceling', postsUsed: 2, postsLimit: 10, daysAgo: 20, isGift: false },
  lira: { plan: 'gold', status: 'active', postsUsed: 2, postsLimit: -1, daysAgo: 6, isGift: true },
  ilir: { plan: 'entry', status: 'active', postsUsed: 3, postsLimit: 3, daysAgo: 25, isGift: false },
};

/** NIPT numbers of the demo are invented. */
export const dealerRequests: Partial<
  Record<Name, { nipt: string; phone: string; status: 'pending' | 'approved' | 'rejected'; notes?: string }>
> = {
  era: { nipt: 'M12345678E', phone: '+355671000004', status: 'pending' },
  gent: {
    nipt: '12345678G',
    phone: '+355671000005',
    status: 'rejected',
    notes:
      'NIPT-i duhet të ketë një shkronjë në fillim dhe një në fund. Ju lutemi, kontrollojeni dhe aplikoni përsëri.',
  },
  besa: { nipt: 'L12345671B', phone: '+355671373309', status: 'approved' },
  dritan: { nipt: 'L12345672D', phone: '+355671000003', status: 'approved' },
  lira: { nipt: 'L12345673L', phone: '+355671000006', status: 'approved' },
  ilir: { nipt: 'L12345674I', phone: '+355671000007', status: 'approved' },
};
