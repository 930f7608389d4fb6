/** A number that is looked up whenever somebody asks how the shop is. */
export interface Reading {
  /** As Prometheus calls it. */
  name: string;
  help: string;
  read: () => Promise<number>;
}
