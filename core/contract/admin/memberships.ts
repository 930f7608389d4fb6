/** Gifts of memberships, and payments by bank or in cash that administrators record. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { Membership, PlanId } from '#core/contract/memberships.ts';
import { Id, Instant, Lek } from '#core/contract/shapes.ts';
import { MAX_MONTHS } from '#core/domain/memberships.ts';

/** A gift, or with `method` and `reference` a payment by bank or in cash. */
export const MembershipOverride = z.object({
  userId: Id,
  planId: PlanId,
  /** Additive, with all that follows. Without it the membership is a gift of 30 days. */
  method: z.optional(z.enum(['bank', 'cash'])),
  /** Default 1. */
  months: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_MONTHS))),
  /** Of the transfer or the receipt; each is accepted once. Required with `method`. */
  reference: z.optional(z.string().check(cleaned(), z.minLength(3), z.maxLength(60))),
  /** Received, in lek; by default the price of the plan. */
  amount: z.optional(Lek.check(z.positive(), z.maximum(10_000_000))),
  /** When it was received, not in the future; by default now. */
  receivedAt: z.optional(Instant),
});
export type MembershipOverride = z.infer<typeof MembershipOverride>;

export const adminMemberships = {
  of: endpoint({
    method: 'GET',
    path: '/api/membership/:userId',
    access: 'admin',
    summary: 'The latest membership of somebody; null without one.',
    params: z.object({ userId: Id }),
    answer: z.nullable(Membership),
  }),
  override: endpoint({
    method: 'POST',
    path: '/api/admin/membership/override',
    access: 'admin',
    summary: 'Gives a membership for 30 days, or records a payment by bank or in cash.',
    body: MembershipOverride,
    answer: Membership,
  }),
};
