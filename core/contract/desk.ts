/** What a salon has to do today. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Lek } from './shapes.ts';

const Today = z.object({
  /** Open units that can be used today. */
  due: z.int(),
  /** Units redeemed today; what follows is their money. */
  redeemed: z.int(),
  cash: Lek,
  /** Paid by card before. */
  card: Lek,
  openClaims: z.int(),
  reviewsToAnswer: z.int(),
  /** Deals for sale that end within two days. */
  ending: z.int(),
  /** Null is unlimited. */
  postsLeft: z.nullable(z.int()),
});
export type Today = z.infer<typeof Today>;

export const desk = {
  today: endpoint({
    method: 'GET',
    path: '/api/desk/today',
    access: 'user',
    summary: 'What is due and done today, in Albania, at the salon of the signed-in user; 403 without salon and sales.',
    answer: Today,
  }),
};
