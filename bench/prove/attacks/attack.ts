/** What a stranger tries against a started shop. */
import type { StartedShop } from '../started-shop.ts';

export interface Attack {
  /** What holds all the same. */
  promise: string;
  /** How the shop is started that is attacked. */
  env: Record<string, string>;
  /** Tries it; answers with figures, and throws when it succeeds. */
  run: (shop: StartedShop) => Promise<string>;
}

/** Throws unless it is so. */
export function must(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** Who comes from that address, where a proxy is trusted. */
export const from = (address: string) => ({ 'x-forwarded-for': address });

export const BEHIND_PROXY = { TRUST_PROXY: '1' };
