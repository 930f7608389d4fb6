/** Forms with brackets, as Stripe's interface reads them: `metadata[attempt]=…`, `expand[0]=…`. */
import { badParameter } from './sandbox-problem.ts';

export type Params = ReadonlyMap<string, string>;

/** Refuses what the call does not know, so that nobody relies on what is not there. */
export function readParams(text: string, known: readonly string[]): Params {
  const params = new Map(new URLSearchParams(text));
  for (const name of params.keys()) {
    const base = name.replace(/\[.*$/, '');
    if (!known.includes(base)) throw badParameter('unknown', `Received unknown parameter: ${base}`, base);
  }
  return params;
}

/** A whole number, or undefined where there is none. */
export function integerOf(params: Params, name: string): number | undefined {
  const text = params.get(name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,12}$/.test(text)) throw badParameter('invalid_integer', `Invalid integer: ${text}`, name);
  return Number(text);
}

/** `[attempt]` of `metadata[attempt]`, each with its value. */
export function namedOf(params: Params, base: string): Record<string, string> {
  const named = [...params].flatMap(([name, value]) => {
    const [, key] = /^\w+\[(\w{1,40})\]$/.exec(name) ?? [];
    return key !== undefined && name.startsWith(`${base}[`) ? [[key, value] as const] : [];
  });
  return Object.fromEntries(named);
}
