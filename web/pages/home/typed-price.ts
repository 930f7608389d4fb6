/** What a deal may cost: so much of it stands in an address. */
const MOST = 99_999_999;

/** A price as people write it, in whole lek: 0 where there is none, null where it is more than any deal may cost. */
export function typedPrice(typed: string): number | null {
  const figure = typed.replace(/[^\d.,]|[.,]+\D*$/g, '').replace(/[.,]\d{1,2}$/, '');
  const price = Number(figure.replace(/\D/g, ''));
  return price > MOST ? null : price;
}
