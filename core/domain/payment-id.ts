/** The id by which the provider knows a payment. */
export const PAYMENT_ID = /^pi_[A-Za-z0-9_]{1,120}$/;

/** How people are shown it: the beginning, since it is long (Spec 2 §2). */
export const shortPaymentId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 14)}…`);
