/** Requests to become a dealer, decisions about them, and the permission to post deals. */
import * as z from 'zod/mini';
import { isNiptWellFormed } from '#core/domain/accounts.ts';
import { emailOr } from './accounts/accounts.ts';
import { cleaned } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { Phone } from './phone.ts';
import { Id, Instant } from './shapes.ts';

export const MAX_NIPT = 40;

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** The specified client sends an empty text for what was left empty. */
export const DealerApplication = z
  .object({
    nipt: z.string(errorCode('niptRequired')).check(
      cleaned(),
      z.toUpperCase(),
      z.overwrite((typed) => {
        const plain = typed.replace(/[\s\p{Pd}.]/gu, '').replace(/^AL(?=.{10}$)/, '');
        return isNiptWellFormed(plain) ? plain : typed;
      }),
      z.minLength(1, errorCode('niptRequired')),
      z.maxLength(MAX_NIPT, errorCode('tooLong')),
    ),
    phone: z.optional(z.union([z.literal(''), Phone])),
    email: z.optional(z.union([z.literal(''), emailOr('emailFormat')])),
  })
  .check(
    z.refine(({ phone, email }) => Boolean(phone || email), {
      path: ['phone'],
      error: errorCode('contactRequired'),
      // Reported together with errors of other fields.
      when: isObject,
    }),
  );

export const OwnDealerRequest = z.object({
  id: Id,
  userId: Id,
  nipt: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.enum(['pending', 'approved', 'rejected']),
  requestedAt: Instant,
  reviewedAt: z.nullable(Instant),
  notes: z.nullable(z.string()),
});
export type OwnDealerRequest = z.infer<typeof OwnDealerRequest>;

export const dealers = {
  request: endpoint({
    method: 'POST',
    path: '/api/dealer-requests',
    access: 'user',
    summary: 'Asks for the permission to post deals. 409 while a request is pending.',
    body: DealerApplication,
    limit: 'dealerRequests',
    status: 201,
    answer: OwnDealerRequest,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/dealer-requests/my',
    access: 'user',
    summary: 'The latest 20 requests of the signed-in user, newest first.',
    answer: z.array(OwnDealerRequest),
  }),
};
