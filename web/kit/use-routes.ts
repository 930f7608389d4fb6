/** The route table, for what leads to pages that it does not know by name. */
import { createContext, use } from 'react';
import type { PageRoute } from './page.tsx';

const RoutesContext = createContext<readonly PageRoute[]>([]);
export const RoutesProvider = RoutesContext;

export const useRoutes = () => use(RoutesContext);
