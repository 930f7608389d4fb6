import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';

/** With which payments are looked after. */
export interface PaymentParts {
  db: Db;
  cards: PaymentProvider;
}
