/** What the server's configuration tells every page. */
import { createContext, use } from 'react';
import type { Operator } from '#core/domain/shop.ts';

/** Who charges cards; in the sandbox no money moves, and null means cash only. */
export type Cards = 'stripe' | 'sandbox' | null;

const CardsContext = createContext<Cards>(null);
export const CardsProvider = CardsContext;
export const useCards = () => use(CardsContext);

/** The shop's client id at each identity provider; null where sign-in with it is not offered. */
export interface IdentityClients {
  google: string | null;
  apple: string | null;
}

export const NOBODY: IdentityClients = { google: null, apple: null };

const IdentitiesContext = createContext(NOBODY);
export const IdentitiesProvider = IdentitiesContext;
export const useIdentities = () => use(IdentitiesContext);

/** Who runs the shop; null where the configuration names nobody. */
const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext;
export const useOperator = () => use(OperatorContext);
