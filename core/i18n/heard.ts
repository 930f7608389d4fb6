/**
 * What a reader of screens is given of a text with grouped numbers. A voice takes the no-break space of `2 200 lekë`
 * for the end of a number ("two, two hundred"), and `ALL 2,200` for "all two thousand": it gets `2200 lekë`, `2200 lek`.
 */
export const heard = (text: string): string =>
  text
    .replace(/ALL\u00a0([\d.,–]*\d)/g, (_, amount: string) => `${amount.replaceAll(',', '')} lek`)
    .replace(/(\d)\u00a0(?=\d{3})/g, '$1');
