/** Export of personal data, and closing of the account. */
import * as z from 'zod/mini';
import { Password } from './accounts/accounts.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Done, Instant } from './shapes.ts';

export const REVIEWS_AFTER_CLOSING = ['keep', 'delete'] as const;

const GivesUp = z.literal(true, errorCode('givesUp'));

/** `password`: unless the account has none. `givesUp`: when paid orders or a membership would be lost. */
export const Closing = z.object({
  password: z.optional(Password),
  givesUp: z.optional(GivesUp),
  /** Of open units paid by card; by default true. Additive. */
  refund: z.optional(z.boolean()),
  /** By default they are kept without the name. Additive. */
  reviews: z.optional(z.enum(REVIEWS_AFTER_CLOSING)),
});

/** `Closing` with the fields required that apply to this account. */
export const closingForm = ({ hasPassword, losesSome }: { hasPassword: boolean; losesSome: boolean }) =>
  z.object({
    password: hasPassword ? Password : z.optional(Password),
    givesUp: losesSome ? GivesUp : z.optional(GivesUp),
    refund: z.optional(z.boolean()),
    reviews: z.optional(z.enum(REVIEWS_AFTER_CLOSING)),
  });

/** Consequences of closing the account. */
export const ClosurePreview = z.object({
  /** The last administrator cannot be closed. */
  isLastAdmin: z.boolean(),
  /** Open cash orders, which are canceled. */
  openOrders: z.int(),
  /** Paid card orders that can still be used. */
  paidOrders: z.int(),
  /** Orders of customers that this business has to honour. */
  owedOrders: z.int(),
  membershipUntil: z.nullable(Instant),
  /** Reviews with stars or text. Additive. */
  reviews: z.optional(z.int()),
});
export type ClosurePreview = z.infer<typeof ClosurePreview>;

export const privacy = {
  export: endpoint({
    method: 'GET',
    path: '/api/user/export',
    access: 'user',
    summary: 'All personal data of the signed-in user as a JSON file, without secrets.',
    fileTypes: ['application/json'],
    limit: 'exports',
    answer: z.instanceof(Blob),
  }),
  closurePreview: endpoint({
    method: 'GET',
    path: '/api/user/close',
    access: 'user',
    summary: 'What the signed-in user would lose by closing the account, and what prevents it.',
    answer: ClosurePreview,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/user/close',
    access: 'user',
    summary:
      'Closes the account permanently. `givesUp` confirms the loss of paid orders, a membership and orders to honour.',
    body: Closing,
    limit: 'closings',
    priority: 'high',
    answer: Done,
  }),
};
