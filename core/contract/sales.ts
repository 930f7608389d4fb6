/** What was ordered of a dealer, for the salon where it is used. */
import * as z from 'zod/mini';
import { endpoint, PageQuery } from './endpoint.ts';
import { SearchText } from './inputs.ts';
import { Id, Instant, Lek } from './shapes.ts';

export const SALE_STATES = ['toPay', 'paid', 'used', 'over', 'canceled', 'expired', 'refunded', 'disputed'] as const;

const Sale = z.object({
  /** Of the order. */
  id: Id,
  /** What the buyer shows: the Purchase ID, of which only the last two characters are told until it is used, or the number of an order paid by card. */
  code: z.string(),
  state: z.enum(SALE_STATES),
  createdAt: Instant,
  /** End of the last day on which it can be used. */
  useBy: Instant,
  /** Of the lines that were not given back. */
  amount: Lek,
  /** Those of this dealer alone. */
  lines: z.array(
    z.object({
      title: z.string(),
      titleEn: z.nullable(z.string()),
      quantity: z.int(),
      /** Of one. */
      price: Lek,
      isRefunded: z.boolean(),
    }),
  ),
});
export type Sale = z.infer<typeof Sale>;

export const sales = {
  list: endpoint({
    method: 'GET',
    path: '/api/user/sales',
    access: 'user',
    summary:
      'Orders of deals of the signed-in user, newest first, without their buyers. `q`: a whole Purchase ID, a text with one, or the beginning of an order number.',
    query: z.object({ q: z.optional(SearchText), ...PageQuery }),
    pageSize: 20,
    answer: z.array(Sale),
  }),
};
