/** Tells an open form why a payment was not made of which nobody knew for a while. */
import type { Refused } from './refusal.tsx';

const forms = new Set<(refused: Refused) => void>();

export function tellForm(refused: Refused): void {
  for (const tell of forms) tell(refused);
}

/** Hears it until the function is called that it returns. */
export function hearLaterRefusals(tell: (refused: Refused) => void): () => void {
  forms.add(tell);
  return () => void forms.delete(tell);
}
