/** Who runs the shop, for whoever says so; null where the configuration names nobody. */
import { createContext, use } from 'react';
import type { Operator } from '#core/domain/shop.ts';

const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext;

export const useOperator = () => use(OperatorContext);
