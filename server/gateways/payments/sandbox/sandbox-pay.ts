/** Pays in the stand-in without a browser: for tests. */
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Stripe } from '../stripe.ts';
import { authenticateAt } from './sandbox-browser.ts';
import { testCards } from './sandbox-cards.ts';
import { confirmIntent, lockIntent } from './sandbox-intents.ts';

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
