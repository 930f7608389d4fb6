/** What the shop holds of somebody: told whole, and taken away with the account. */
import * as z from 'zod/mini';
import { Password } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { said } from './field-errors.ts';
import { Done, Instant } from './shapes.ts';

const GivesUp = z.literal(true, said('givesUp'));

/** An account without a password is closed by whoever came in just now; who loses nothing gives nothing up. */
export const Closing = z.object({ password: z.optional(Password), givesUp: z.optional(GivesUp) });

/** The same as its form asks it. */
export const closingForm = ({ hasPassword, losesSome }: { hasPassword: boolean; losesSome: boolean }) =>
  z.object({
    password: hasPassword ? Password : z.optional(Password),
    givesUp: losesSome ? GivesUp : z.optional(GivesUp),
  });

/** What becomes of things when the account is closed. */
export const Standing = z.object({
  /** Somebody has to run the shop. */
  isLastAdmin: z.boolean(),
  /** Orders in cash that are canceled with it. */
  openOrders: z.int(),
  /** Orders paid by card that can still be used. */
  paidOrders: z.int(),
  /** Orders of others that this business has still to honour. */
  owedOrders: z.int(),
  /** Until when a membership runs; null without one. */
  membershipUntil: z.nullable(Instant),
});
export type Standing = z.infer<typeof Standing>;

export const privacy = {
  export: endpoint({
    method: 'GET',
    path: '/api/user/export',
    access: 'user',
    summary: 'Everything that is held about the signed-in user, as a file; no secret is in it.',
    fileTypes: ['application/json'],
    limit: 'exports',
    answer: z.instanceof(Blob),
  }),
  standing: endpoint({
    method: 'GET',
    path: '/api/user/close',
    access: 'user',
    summary: 'What the signed-in user would lose by closing the account, and what stands in the way.',
    answer: Standing,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/user/close',
    access: 'user',
    summary:
      'Closes the account for good, on every node. Paid orders, a membership and orders to honour are given up by `givesUp`.',
    body: Closing,
    limit: 'closings',
    goesFirst: true,
    answer: Done,
  }),
};
