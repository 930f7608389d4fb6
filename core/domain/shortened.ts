/** Cutting text without taking apart what is read as one sign: emoji, letters with accents. */

// Firefox before 125 has none and may take apart joined emoji.
const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('sq') : null;

/** The signs of a text as people count them (grapheme clusters). */
export function* signsOf(text: string): Generator<string> {
  if (!segmenter) return yield* text;
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** At most `most` UTF-16 units of the text; where it is cut, they include `end`. */
export function shortened(text: string, most: number, end = ''): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const sign of signsOf(text)) {
    if (kept.length + sign.length + end.length > most) break;
    kept += sign;
  }
  return kept + end;
}
