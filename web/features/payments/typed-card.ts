/** Digits in groups while they are typed, with the cursor where it was. */
import type { InputEvent } from 'react';
import { digitsOf } from '#core/domain/cards.ts';

/** `4242 4242 4242 4242`; the fifteen digits of some cards as they are printed, 4-6-5. */
export function groupNumber(digits: string): string {
  const some = digits.slice(0, 19);
  if (/^3[47]/.test(some)) return [some.slice(0, 4), some.slice(4, 10), some.slice(10)].filter(Boolean).join(' ');
  return some.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** `12 / 29`; a month that can have no second digit gets its zero, a year of four digits loses its century. */
export function groupExpiry(digits: string): string {
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  const [month, year] = [whole.slice(0, 2), whole.slice(2)];
  const short = /^20\d{2}/.test(year) ? year.slice(2, 4) : year.slice(0, year.startsWith('20') ? 4 : 2);
  return year ? `${month} / ${short}` : month;
}

/** For `onInput`: writes what was typed in groups. */
export const grouped =
  (group: (digits: string) => string) =>
  ({ currentTarget: input }: InputEvent<HTMLInputElement>): void => {
    const typed = input.value;
    const text = group(digitsOf(typed));
    if (text === typed) return;
    const at = input.selectionStart ?? typed.length;
    const isAtEnd = at === typed.length;
    const before = digitsOf(typed.slice(0, at)).length;
    input.value = text;
    const place = isAtEnd ? text.length : placeAfter(text, before);
    input.setSelectionRange(place, place);
  };

/** Where in a text so many of its digits stand before. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [place, letter] of [...text].entries()) {
    if (seen === digits) return place;
    if (/\d/.test(letter)) seen += 1;
  }
  return text.length;
}
