/** Where somebody is signed in, and how they end that. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, Instant } from './shapes.ts';

export const Session = z.object({
  id: Id,
  /** What the browser said to be, such as `Chrome, Android`; null where it said nothing that is known. */
  device: z.nullable(z.string()),
  signedInAt: Instant,
  expiresAt: Instant,
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'user',
    summary: 'Where the signed-in user is signed in: the one that asks, then the newest, a hundred at most.',
    answer: z.array(Session),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'user',
    summary: 'Ends one of their sessions for good, on every node; absent answers the same.',
    params: z.object({ id: Id }),
    goesFirst: true,
    answer: Done,
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    access: 'user',
    summary: 'Ends all of their sessions but the one that asks, for good, on every node.',
    limit: 'endings',
    goesFirst: true,
    answer: Done,
  }),
};
