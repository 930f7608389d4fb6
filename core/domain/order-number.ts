/** What names an order to people where nothing else does: the end of its id, which is long. */
export const orderNumberOf = ({ id }: { id: string }): string => id.slice(-12);
