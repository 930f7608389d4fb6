/** SQL of what limits the deals of a cart (tables `cart_items` and `deals`). */
import { sql } from 'drizzle-orm';
import type { UseTerms } from '#core/contract/shapes.ts';
import { deals } from '#db/schema/catalogue.ts';
import { cartItems } from '#db/schema/shopping.ts';

const limits = sql`cart_line_limits(${cartItems}, ${deals})`;

/** Why limits refuse the line; null if they do not. */
export const refusedByLimit = sql`${limits} ->> 'refused'`;

/** How many this buyer can order; null without a limit. */
export const unitsLeft = sql`${limits} -> 'unitsLeft'`;

/** Null of a deal without any. */
export const terms = sql<UseTerms | null>`nullif(${limits} -> 'terms', 'null')`;

/** Whether somebody who has none of it in the cart can order one. */
export const hasUnits = (dealId: string, userId: string) => sql<boolean>`not exists (
  select from deal_limits l where l.deal_id = ${dealId} and l.taken >= l.units + units_held(l.deal_id, ${userId}))`;
