/** What was asked of a proof: it ends at once where that is nothing, as nothing broken would be said of nothing tried. */

/** Those that were asked for by one of their names, all of which must be there; all where nobody named any. */
export function named<T>(all: readonly T[], only: string | undefined, namesOf: (one: T) => readonly string[]): T[] {
  const names = only?.split(',');
  const unknown = names?.find((name) => !all.some((one) => namesOf(one).includes(name)));
  if (unknown !== undefined) throw new Error(`There is nothing called “${unknown}” to be tried.`);
  return all.filter((one) => !names || namesOf(one).some((name) => names.includes(name)));
}

/** How often, or how many: at least one. */
export function howMany(said: string): number {
  if (!/^[1-9]\d*$/.test(said)) throw new Error(`“${said}” is no number of times.`);
  return Number(said);
}
