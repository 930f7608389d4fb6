/**
 * Whether a click is the second of a double click or double tap, by the browser's own click count. The first may have
 * moved or replaced the element under the pointer, so controls that remove or navigate ignore it.
 */
export const isRepeatClick = ({ detail }: { detail: number }): boolean => detail > 1;
