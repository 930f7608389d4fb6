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

/** Date of the legal texts, recorded as the accepted version of the terms. */
export const TERMS_SINCE = '2025-01-14';
