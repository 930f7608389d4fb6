/** Where one signs in to come back to `next`, a path of this site; `add` names a deal that then goes into the cart. */
export const signInAddress = (next: string, add?: string): string =>
  `/login?next=${encodeURIComponent(next)}${add ? `&add=${add}` : ''}`;
