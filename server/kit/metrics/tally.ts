/** Counters and gauges as features declare them, without loading the Prometheus client. */

export interface Tally {
  /** Name of the metric. */
  name: string;
  help: string;
  labels: readonly string[];
  /** By label values. */
  counts: ReadonlyMap<string, { values: readonly string[]; count: number }>;
}

const declared = new Map<string, Tally>();

export const tallies = (): Iterable<Tally> => declared.values();

/** Declares a counter; the returned function increments it. Label values must be of low cardinality. */
export function tally<const Labels extends readonly string[]>(definition: {
  name: string;
  help: string;
  labels: Labels;
}): (...values: { [Label in keyof Labels]: string }) => void {
  if (declared.has(definition.name)) throw new Error(`${definition.name} is counted in two places`);
  const counts = new Map<string, { values: readonly string[]; count: number }>();
  declared.set(definition.name, { ...definition, counts });
  return (...values) => {
    const key = values.length === 1 ? (values[0] as string) : values.join(' ');
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { values: [...values], count: 1 });
  };
}

/** A gauge that is read at each scrape. */
export interface Reading {
  /** Name of the metric. */
  name: string;
  help: string;
  read: () => Promise<number>;
}

/** A gauge with a label `kind`. */
export interface Readings extends Pick<Reading, 'name' | 'help'> {
  readKinds: () => Promise<Record<string, number>>;
}

export interface Outcome {
  method: string;
  /** `/api/deals/:id`, `/deal/:id`, or `none` without a route. */
  route: string;
  status: number;
  ms: number;
  requestId: string;
}

/** Called after each response. */
export type Observer = (outcome: Outcome) => void;
