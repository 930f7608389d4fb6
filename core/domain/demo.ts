/** The people of the demo shop have published passwords; they all live at a domain that can belong to nobody. */

export const DEMO_DOMAIN = 'bukuri.example';

export function isDemoEmail(email: string): boolean {
  return email.endsWith(`@${DEMO_DOMAIN}`);
}
