/** What happened in this process, counted from its start: always, because it costs next to nothing; `/metrics` tells it. */

export interface Tally {
  /** As Prometheus calls it. */
  name: string;
  help: string;
  labels: readonly string[];
  /** How often, with the values of the labels. */
  counts: ReadonlyMap<string, { values: readonly string[]; count: number }>;
}

const declared = new Map<string, Tally>();

/** Every tally that was declared. */
export const tallies = (): Iterable<Tally> => declared.values();

/** Declares a tally beside what it counts; the function counts one, with a value for each label. There must be few values. */
export function tally<const Labels extends readonly string[]>(its: {
  name: string;
  help: string;
  labels: Labels;
}): (...values: { [Label in keyof Labels]: string }) => void {
  if (declared.has(its.name)) throw new Error(`${its.name} is counted in two places`);
  const counts = new Map<string, { values: readonly string[]; count: number }>();
  declared.set(its.name, { ...its, counts });
  return (...values) => {
    const key = values.join(' ');
    const counted = counts.get(key);
    if (counted) counted.count++;
    else counts.set(key, { values: [...values], count: 1 });
  };
}

/** A number that is looked up whenever somebody asks how the shop is. */
export interface Reading {
  /** As Prometheus calls it. */
  name: string;
  help: string;
  read: () => Promise<number>;
}

/** The same of several kinds, each a line of its own. */
export interface Readings extends Pick<Reading, 'name' | 'help'> {
  readKinds: () => Promise<Record<string, number>>;
}
