/** Redemption of vouchers by the owner of their salon, by its tills, and by administrators where it has neither. */
import * as z from 'zod/mini';
import { REDEEM_SOURCES } from '#core/domain/vouchers.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Id, Instant, Lek, UseTerms } from './shapes.ts';
import { VoucherState } from './vouchers.ts';

/** Typed code, scanned address, Purchase ID, or the content of a receipt's QR code. */
const Code = z.string().check(z.minLength(1), z.maxLength(500));

/** Success. Refusals are `redeem.<reason>` with `details`. */
const Redemption = z.object({
  /** `valid`: it can be redeemed; `alreadyByYou`: within the last ten minutes. */
  result: z.enum(['valid', 'redeemed', 'alreadyByYou', 'undone', 'declined']),
  voucher: z.object({
    id: Id,
    title: z.string(),
    titleEn: z.nullable(z.string()),
    status: VoucherState,
    useBy: Instant,
    cashDue: z.nullable(Lek),
    isPaid: z.boolean(),
    /** Additive. */
    terms: z.optional(z.nullable(UseTerms)),
  }),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: z.nullable(Instant),
  /** The nonce to undo it with; null if it cannot be undone. Additive. */
  nonce: z.nullable(Id),
});
export type Redemption = z.infer<typeof Redemption>;

/** `details` of refusals: `at` and `till` of `alreadyRedeemed` (and its `nonce` for administrators), `on` of `expired`, `vouchers` of `several`. */
export interface RedeemDetails {
  at?: string;
  /** Null: the owner or an administrator. */
  till?: string | null;
  nonce?: string;
  on?: string;
  vouchers?: { id: string; title: string; titleEn: string | null }[];
}

export const MAX_DECLINE_REASON = 500;

/** The buyer reads the reason. */
export const DeclineInput = z.object({
  reason: z
    .string(errorCode('required'))
    .check(z.trim(), z.minLength(3, errorCode('required')), z.maxLength(MAX_DECLINE_REASON, errorCode('tooLong'))),
});

export const redeem = {
  who: endpoint({
    method: 'GET',
    path: '/api/redeem',
    access: 'user',
    orTill: true,
    summary: 'As whom this device redeems vouchers; 403 for accounts without a salon.',
    answer: z.object({
      as: z.enum(['owner', 'till', 'admin']),
      /** Name of the salon; null for administrators without one. */
      salon: z.nullable(z.string()),
      /** Name and id of the till. */
      till: z.nullable(z.string()),
      tillId: z.nullable(Id),
    }),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/redeem/look',
    access: 'user',
    orTill: true,
    summary: 'Whether a voucher can be redeemed; changes nothing.',
    body: z.object({ code: Code, voucherId: z.optional(Id) }),
    answer: Redemption,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/api/redeem',
    access: 'user',
    orTill: true,
    summary: 'Redeems a voucher, once; the same nonce answers the same result.',
    body: z.object({
      code: Code,
      /** Chooses a voucher of an order with several (`redeem.several`). */
      voucherId: z.optional(Id),
      /** Idempotency key, per person or till. */
      nonce: Id,
      /** Lek; by default what is due, and never more. */
      cashReceived: z.optional(Lek),
      /** When it happened on a device without a connection; counts for 48 hours. */
      happenedAt: z.optional(Instant),
      /** Additive; by default `typed`. */
      source: z.optional(z.enum(REDEEM_SOURCES)),
    }),
    priority: 'high',
    answer: Redemption,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/redeem/undo',
    access: 'user',
    orTill: true,
    summary: 'Undoes a redemption within ten minutes, later as an administrator; idempotent.',
    body: z.object({ nonce: Id }),
    priority: 'high',
    answer: Redemption,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/redeem/decline',
    access: 'user',
    summary:
      'Cancels an open voucher that the salon cannot honour, as its owner or an administrator; units paid by card are refunded, and the buyer reads the reason.',
    body: z.extend(DeclineInput, { code: z.optional(Code), voucherId: z.optional(Id) }),
    priority: 'high',
    callsExternalService: true,
    answer: Redemption,
  }),
};
