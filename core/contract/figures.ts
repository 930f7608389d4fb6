/** What became of the views of a dealer's deals, and files of what was sold. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Lek } from './shapes.ts';

export const FIGURE_DAYS = ['7', '30', '90'] as const;
/** In their order: each is a share of the one before. */
export const FIGURE_STEPS = ['views', 'saves', 'carts', 'orders', 'redeemed', 'reviews'] as const;

const Steps = z.object({
  views: z.int(),
  /** Favourites and lines of carts that were added. */
  saves: z.int(),
  carts: z.int(),
  /** Placed, whatever became of them. */
  orders: z.int(),
  /** Units. */
  redeemed: z.int(),
  reviews: z.int(),
});

const Figures = z.object({
  days: z.int(),
  /** The first and the last day, which is today; days begin at midnight in Albania. */
  from: z.string(),
  to: z.string(),
  /** Each counted on the day it happened. */
  steps: Steps,
  /** As many days before `from`. */
  before: Steps,
  /** Every day of the period, the oldest first. */
  perDay: z.array(
    z.object({
      day: z.string(),
      /** Units ordered on that day and neither canceled nor refunded. */
      sold: z.int(),
      /** Price of the units that were redeemed on that day and not refunded, in cash or by card. */
      takings: Lek,
    }),
  ),
  /** Buyers of the period who ordered at least twice, before or in it. */
  repeatBuyers: z.int(),
  /** The newest deals to choose from. Additive. */
  deals: z.array(z.object({ id: Id, title: z.string(), titleEn: z.nullable(z.string()) })),
});
export type Figures = z.infer<typeof Figures>;

const query = z.object({ days: z.optional(z.enum(FIGURE_DAYS)), dealId: z.optional(Id) });

export const figures = {
  get: endpoint({
    method: 'GET',
    path: '/api/desk/figures',
    access: 'user',
    summary: 'From views to reviews, of one deal or of all deals of the signed-in dealer, with the period before.',
    query,
    answer: Figures,
  }),
  sales: endpoint({
    method: 'GET',
    path: '/api/desk/sales.csv',
    access: 'user',
    summary:
      'Units sold or redeemed within so many days, or ever, newest first. The sums of the last two columns are those of `perDay`.',
    query,
    fileTypes: ['text/csv'],
    limit: 'deskFiles',
    answer: z.instanceof(Blob),
  }),
};
