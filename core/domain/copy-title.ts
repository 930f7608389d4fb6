import { MAX_TITLE } from './deals.ts';
import { shortened } from './shortened.ts';

/** Suffixes of the titles of copies, in both languages. */
const COPY_SUFFIX = / \((?:Copy|Kopje)\)$/;

/** The title of a copy: the suffix stands once, whatever the number of copies, and the title stays within its limit. */
export function copyTitle(title: string, suffix: string): string {
  return `${shortened(title.replace(COPY_SUFFIX, ''), MAX_TITLE - suffix.length)}${suffix}`;
}
