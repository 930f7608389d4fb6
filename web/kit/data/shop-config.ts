/** Server configuration that every page has. */
import { createContext, use } from 'react';
import type { Operator } from '#core/domain/shop.ts';

/** Card payment provider; null: cash only. */
export type Cards = 'stripe' | 'sandbox' | null;

const CardsContext = createContext<Cards>(null);
export const CardsProvider = CardsContext;
export const useCards = () => use(CardsContext);

/** Client id at each identity provider; null if not offered. */
export interface IdentityClients {
  google: string | null;
  apple: string | null;
}

export const NOBODY: IdentityClients = { google: null, apple: null };

const IdentitiesContext = createContext(NOBODY);
export const IdentitiesProvider = IdentitiesContext;
export const useIdentities = () => use(IdentitiesContext);

/** Operator of the shop; null if not configured. */
const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext;
export const useOperator = () => use(OperatorContext);
