/** The sorts that an address of a list can ask for, as they are offered. */
export const sorts = ['newest', 'ending', 'price', 'discount', 'rating'] as const;
export type Sort = (typeof sorts)[number];
export const isSort = (said: string): said is Sort => (sorts as readonly string[]).includes(said);
