/** A tagged template for HTML that escapes everything but its own results. */

const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

type Part = string | number | null | Html | readonly Html[];

/** `html\`<p>${name}</p>\``; in attributes with quotes around. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { [MARKUP]: String.raw({ raw: pieces }, ...parts.map(markupOf)) };
}

export const textOfHtml = (made: Html): string => made[MARKUP];

function markupOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return Array.isArray(part) ? part.map(markupOf).join('') : (part as Html)[MARKUP];
}

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
