import type { PlanId } from './memberships.ts';

/** The operator of the shop, from the configuration; shown in the footer and the legal texts. */
export interface Operator {
  name: string;
  /** Number in the business register. */
  nipt: string | null;
  address: string | null;
  /** E-mail address. */
  contact: string | null;
}

/** The demo accounts have published passwords; their domain is reserved. */
export const DEMO_DOMAIN = 'bukuri.example';

export function isDemoEmail(email: string): boolean {
  return email.endsWith(`@${DEMO_DOMAIN}`);
}

/** What the profile and the about page show (Spec 2 §1). */
export const APP_VERSION = '1.0.0';

/** Monthly prices as the about page states them; in lek they are in `memberships.ts` (Spec 2 §9 gives both). */
export const PLAN_EUROS: Record<PlanId, number> = { entry: 10, silver: 20, gold: 42 };

/** Date of the legal texts, recorded as the accepted version of the terms. */
export const TERMS_SINCE = '2025-01-14';
