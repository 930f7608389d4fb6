/** What leaving would throw away, and what is asked before: who may close the dialog asks. */
import { createContext, type RefObject } from 'react';

/** The words of the question; `stay` is the way back. */
export interface Loss {
  title: string;
  leave: string;
  stay: string;
}

export const TypedContext = createContext<RefObject<Loss | null> | null>(null);
