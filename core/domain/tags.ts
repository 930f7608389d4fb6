/** Tags of uploaded files. */

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

/** What a text parsed from an accepted one, by its escapes, may hold again: the database takes neither NUL nor lone surrogates. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** Tags as a JSON list or separated by commas: trimmed, without empty and repeated ones. Null where they are no such list. */
export function parseTags(text: string): string[] | null {
  const list = text.trim().startsWith('[') ? parseList(text) : text.split(',');
  if (!list) return null;
  const tags = [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  return tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_TAG_LENGTH && !NOT_STORABLE.test(tag))
    ? tags
    : null;
}

function parseList(text: string): string[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((tag) => typeof tag === 'string') ? list : null;
  } catch {
    return null;
  }
}
