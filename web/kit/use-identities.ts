/** Who vouches for people here, each by the name that the shop has there; null where nobody does. */
import { createContext, use } from 'react';

export interface IdentityClients {
  google: string | null;
  apple: string | null;
}

export const NOBODY: IdentityClients = { google: null, apple: null };

const IdentitiesContext = createContext(NOBODY);
export const IdentitiesProvider = IdentitiesContext;

export const useIdentities = () => use(IdentitiesContext);
