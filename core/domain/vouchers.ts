/** Vouchers: one per unit bought. */

/** As people see them, in the order in which they are derived (`voucher_shown` in the database). */
export const VOUCHER_STATES = ['redeemed', 'refunded', 'canceled', 'disputed', 'expired', 'open'] as const;
export type VoucherState = (typeof VOUCHER_STATES)[number];

/** Why a redemption was refused, in the order in which it is checked. */
export const REDEEM_REASONS = [
  'unknown',
  'wrongSalon',
  'canceled',
  'refunded',
  'disputed',
  'testPayment',
  'alreadyRedeemed',
  'expired',
  'several',
] as const;
export type RedeemReason = (typeof REDEEM_REASONS)[number];

/** How a code reached the device: read by the camera, typed, or by the link of the QR code. */
export const REDEEM_SOURCES = ['camera', 'typed', 'link'] as const;

/** Minutes after its receipt in which who redeemed a voucher can undo it. */
export const UNDO_MINUTES = 10;
/** How long a redemption may wait on a device without a connection, and vouchers stay open after their last day for it. */
export const OFFLINE_HOURS = 48;
export const MAX_TILLS = 10;
/** Redemptions that a device keeps while it has no connection. */
export const MAX_QUEUED = 50;

/** A voucher code as people read it: `XXXX-XXXX-X`. @param code - nine characters */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;

/** The token in the address of a voucher's QR code, `<code>.<signature>`, in upper case; null if it is none. */
export const readVoucherToken = (text: string): { code: string; signature: string } | null => {
  const [, code, signature] = /^([0-9A-Z]{9})\.([0-9A-Z]{16})$/.exec(text.trim().toUpperCase()) ?? [];
  return code && signature ? { code, signature } : null;
};

/** The token in a scanned address `…/v/<token>`, or null. */
export const tokenOfAddress = (text: string): string | null =>
  /\/v\/([0-9a-z]{9}\.[0-9a-z]{16})\/?$/i.exec(text.trim())?.[1] ?? null;

/** Days after the purchase in which its buyer can cancel units paid by card; cash is canceled until the last day. */
export const CANCEL_DAYS = 14;

/** Until when the buyer can cancel open units of an order, in ms. */
export const cancelableUntil = ({
  paymentMethod,
  createdAt,
  useBy,
}: {
  paymentMethod: 'card' | 'cash';
  createdAt: string;
  useBy: string;
}): number =>
  paymentMethod === 'cash'
    ? Date.parse(useBy)
    : Math.min(Date.parse(useBy), Date.parse(createdAt) + CANCEL_DAYS * 86_400_000);

/** Days after its redemption in which a buyer can open a claim about a voucher. */
export const CLAIM_DAYS = 14;
/** Days in which the salon can answer a claim; then an administrator decides. */
export const ANSWER_DAYS = 3;
