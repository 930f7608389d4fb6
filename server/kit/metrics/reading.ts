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
