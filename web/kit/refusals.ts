/** What the server refused, for whoever has to act on it wherever the call came from. */
import type { ApiError } from '#core/contract/call.ts';

type Listener = (refusal: ApiError) => void;
const listeners = new Set<Listener>();

export function tellRefusal(refusal: ApiError): void {
  for (const tell of listeners) tell(refusal);
}

export function onRefusal(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
