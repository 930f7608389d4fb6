/** Until when what was bought can be used. Days begin and end as in Albania. */

/** How many days after its own an order can still be used. */
export const USABLE_DAYS = 30;
