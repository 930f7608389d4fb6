/** Who may make a call and who may see a page, said once for both. */

/** Each level includes those to its right in power; an administrator may do all. */
export type Access = 'anyone' | 'user' | 'dealer' | 'admin';

interface Rights {
  role: 'user' | 'admin';
  canPostDeals: boolean;
}

/** Whether somebody may, or, with null, a guest. */
export function isAllowed(who: Rights | null, access: Access): boolean {
  if (access === 'anyone') return true;
  if (!who) return false;
  if (who.role === 'admin' || access === 'user') return true;
  return access === 'dealer' && who.canPostDeals;
}
