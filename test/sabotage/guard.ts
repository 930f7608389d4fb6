/** What a guard is, and what a file is without it. */

export interface Guard {
  /** What would happen without it. */
  without: string;
  /** Where it stands. */
  file: string;
  /** Its text, once in that file … */
  take: string;
  /** … and what stands there when it is taken away: nothing, unless said. */
  leave?: string;
  /** The test that falls then: its file and a part of its name. */
  falls: readonly [file: string, test: string];
}

/** The text of the file without the guard; throws when the guard is not there, or not alone. */
export function textWithout({ file, take, leave = '' }: Guard, text: string): string {
  const [before, after, ...more] = text.split(take);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} has ${after === undefined ? 'no' : 'more than one'} “${take}”`);
  }
  return before + leave + after;
}
