/** Pays in the stand-in without a browser. */

import { authenticateAt } from '#server/gateways/payments/sandbox/sandbox-browser.ts';
import { testCards } from '#server/gateways/payments/sandbox/sandbox-cards.ts';
import { confirmIntent, lockIntent } from '#server/gateways/payments/sandbox/sandbox-intents.ts';
import type { Stripe } from '#server/gateways/payments/stripe.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';

/** What became of it; a card that is declined is no error. */
export function payWith(db: Db, id: string, token: string): Promise<Stripe.PaymentIntent> {
  return inTransaction(db, async (tx) => {
    const card = testCards.find((known) => known.token === token);
    if (!card) throw new Error(`there is no card ${token}`);
    const askAt = authenticateAt('http://localhost', await lockIntent(tx, id));
    const { intent } = await confirmIntent(tx, id, { card, returnUrl: null, askAt });
    return intent;
  });
}
