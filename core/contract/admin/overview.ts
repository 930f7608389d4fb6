/** Open tasks and figures, for administrators. */
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { Id, Instant, Lek } from '#core/contract/shapes.ts';

export const OVERVIEW_DAYS = ['7', '30', '90'] as const;
export const TASK_KINDS = ['request', 'message', 'report', 'payment'] as const;

/** Claims decided against a salon within 90 days from which it is flagged. */
export const FLAGGED_CLAIMS = 3;

export const Overview = z.object({
  /** The oldest open tasks. */
  tasks: z.array(
    z.object({
      kind: z.enum(TASK_KINDS),
      id: z.string(),
      /** A name, subject or title; of a payment why it needs attention. */
      label: z.string(),
      /** Additive: the English title of a reported deal. */
      labelEn: z.nullable(z.string()),
      since: z.nullable(Instant),
    }),
  ),
  open: z.object({ request: z.int(), message: z.int(), report: z.int(), payment: z.int() }),
  liveDeals: z.int(),
  pendingCash: z.object({ count: z.int(), total: Lek }),
  /** Live ones by plan. */
  memberships: z.object({ entry: z.int(), silver: z.int(), gold: z.int() }),
  /** Of the period. */
  newUsers: z.int(),
  /** Share of what cards paid for orders of the period that was given back; null without card payments. */
  refundRate: z.nullable(z.number()),
  /** With claims decided against them, or vouchers that they canceled, in the last 90 days; at most 20. */
  salons: z.array(z.object({ id: Id, name: z.string(), slug: z.string(), claims: z.int(), declines: z.int() })),
  /** When the ledger was checked last, and how many rows broke a rule; null before the first night. Additive. */
  ledger: z.nullable(z.object({ checkedAt: Instant, broken: z.int() })),
  /** Every day of the period in Albania, the oldest first. */
  orders: z.array(z.object({ day: z.string(), cash: z.int(), card: z.int() })),
});
export type Overview = z.infer<typeof Overview>;

const counts = {
  dealerRequests: z.int(),
  supportMessages: z.int(),
  dealReports: z.int(),
  claims: z.int(),
  reviews: z.int(),
};
export type PendingKind = keyof typeof counts;

const Pending = z.object({
  ...counts,
  /** Of kinds of which one waits: its id, of reports that of the deal. Additive. */
  only: z.optional(z.record(z.string(), Id)),
});

export const adminOverview = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'admin',
    summary: 'Open tasks, oldest first, and figures of the last 7 (default), 30 or 90 days.',
    query: z.object({ days: z.optional(z.enum(OVERVIEW_DAYS)) }),
    answer: Overview,
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/admin/pending',
    access: 'admin',
    summary: 'How much waits for a decision, each counted up to 1000: the line "For today" and the badges.',
    answer: Pending,
  }),
};
