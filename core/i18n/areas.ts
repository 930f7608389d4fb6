/** Message catalogues by area. `words`: texts of the UI. `refusals`: error messages of the server, not sent to browsers. */
import { areas } from './area-files.ts';
import type { Language } from './language.ts';

export const filesOf: Record<
  keyof Areas,
  Record<Language, () => Promise<{ words: object; refusals?: object }>>
> = areas;

type Areas = typeof areas;
/** The Albanian files are the source of keys and placeholders. */
type Source = { [Name in keyof Areas]: Awaited<ReturnType<Areas[Name]['sq']>> }[keyof Areas];
type All<Part extends string> = Source extends infer File
  ? File extends Record<Part, infer Texts>
    ? Texts
    : never
  : never;
/** Intersection of a union. */
type Joined<Texts> = (Texts extends unknown ? (texts: Texts) => void : never) extends (texts: infer Both) => void
  ? Both
  : never;

export type Words = Joined<All<'words'>>;
export type Refusals = Joined<All<'refusals'>>;
/** Areas that a page loads in addition to `every-page`. */
export type Area = Exclude<keyof Areas, 'every-page'>;
