/** Whom the document may talk to beyond this shop: what its page opened when it was loaded, wherever one went from there. */
import type { Opening } from './page.tsx';

let opens: readonly Opening[] = [];

/** Called once, by the page that is loaded. */
export function noteOpens(ofPage: readonly Opening[]): void {
  opens = ofPage;
}

export const isDocumentOpenTo = (opening: Opening): boolean => opens.includes(opening);
