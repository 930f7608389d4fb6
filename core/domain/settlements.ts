/** Settlement of card takings with salons. */

export const LEDGER_KINDS = ['cardSale', 'refund', 'disputeLost', 'disputeWon', 'payout', 'correction'] as const;

export const STATEMENT_STATES = ['open', 'carried', 'toPay', 'paid'] as const;

/** Lek: less is carried to the next statement. */
export const MIN_PAYOUT = 1_000;

/** How long a payout can be undone. */
export const UNDO_PAYOUT_HOURS = 24;
