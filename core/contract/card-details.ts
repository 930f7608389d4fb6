/** What one fills in to pay by card in the sandbox; Stripe asks for it in a form of its own. */
import * as z from 'zod/mini';
import { digitsOf, isCardNumber, isExpired, readExpiry } from '../domain/card-number.ts';
import { said } from './field-errors.ts';

export const CardDetails = z.object({
  number: z.string().check(z.refine((typed) => isCardNumber(digitsOf(typed)), said('cardNumber'))),
  expiry: z.string().check(
    z.refine((typed) => readExpiry(typed) !== null, said('cardExpiry')),
    z.refine((typed) => {
      const expiry = readExpiry(typed);
      return expiry === null || !isExpired(expiry, Date.now());
    }, said('cardExpired')),
  ),
  cvc: z.string().check(z.regex(/^\d{3,4}$/, said('cardCvc'))),
  name: z.string().check(z.maxLength(100)),
});
export type CardDetails = z.infer<typeof CardDetails>;
