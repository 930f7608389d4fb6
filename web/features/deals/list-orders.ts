/** The orders that an address of a list can ask for, as they are offered. */
export const orders = ['newest', 'ending', 'price', 'discount', 'rating'] as const;
export type Order = (typeof orders)[number];
export const isOrder = (said: string): said is Order => (orders as readonly string[]).includes(said);
