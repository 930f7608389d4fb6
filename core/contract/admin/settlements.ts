/** Settlement of card takings with salons, for administrators. */
import * as z from 'zod/mini';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { line, SearchText } from '#core/contract/inputs.ts';
import { Month, Statement } from '#core/contract/settlements.ts';
import { Id, SignedLek } from '#core/contract/shapes.ts';

/** `held`: the owner is suspended; `closed`: the owner closed the account; `none`: the shop itself looks after the salon. */
export const OWNER_STATES = ['active', 'held', 'closed', 'none'] as const;
export const SETTLEMENT_FILTERS = ['', 'toPay', 'held', 'closed'] as const;

const Settlement = z.object({
  salonId: Id,
  salon: z.string(),
  slug: z.string(),
  ownerState: z.enum(OWNER_STATES),
  /** Now, the running month included. */
  balance: SignedLek,
  /** The latest one. */
  statement: z.nullable(Statement),
  /** Whether it can be marked as paid. */
  isPayable: z.boolean(),
  /** Whether its payout can still be undone. */
  canUndo: z.boolean(),
  /** Null without a bank account. */
  bank: z.nullable(z.object({ last4: z.string(), holder: z.string() })),
});
export type Settlement = z.infer<typeof Settlement>;

/** `reference`: of the bank transfer. */
export const PayoutInput = z.object({
  reference: line(60, 3),
  password: z.optional(z.string().check(z.maxLength(200))),
});

const params = z.object({ salonId: Id, month: Month });

export const adminSettlements = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/settlements',
    access: 'admin',
    summary:
      'What is owed to salons of card takings, by name. `q`: part of the name, or the id of the salon. `filter`: statements to pay, of suspended owners, or of closed accounts.',
    query: z.object({ q: z.optional(SearchText), filter: z.optional(z.enum(SETTLEMENT_FILTERS)), ...PageQuery }),
    pageSize: 50,
    answer: z.array(Settlement),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/admin/settlements/:salonId/:month/paid',
    access: 'admin',
    summary:
      'Marks the latest statement of a salon as paid by a bank transfer. Asks for the password again; 409 where it is not to be paid.',
    params,
    body: PayoutInput,
    answer: Settlement,
  }),
  undoPay: endpoint({
    method: 'POST',
    path: '/api/admin/settlements/:salonId/:month/paid/undo',
    access: 'admin',
    summary: 'Takes back, within 24 hours, that a statement was paid.',
    params,
    answer: Settlement,
  }),
  bank: endpoint({
    method: 'GET',
    path: '/api/admin/settlements/:salonId/bank',
    access: 'admin',
    summary: 'The whole bank account of a salon, or null without one. Each call is in the audit log.',
    params: z.object({ salonId: Id }),
    answer: z.nullable(z.object({ iban: z.string(), holder: z.string() })),
  }),
};
