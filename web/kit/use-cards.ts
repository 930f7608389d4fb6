/** Who charges cards here; null where only cash is taken. */
import { createContext, use } from 'react';

/** In the sandbox no money moves. */
export type Cards = 'stripe' | 'sandbox' | null;

const CardsContext = createContext<Cards>(null);
export const CardsProvider = CardsContext;

export const useCards = () => use(CardsContext);
