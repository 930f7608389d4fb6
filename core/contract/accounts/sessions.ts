/** Sessions of the signed-in user. */
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';

export const Session = z.object({
  id: Id,
  /** From the User-Agent, such as `Chrome, Android`; null when unknown. */
  device: z.nullable(z.string()),
  signedInAt: Instant,
  expiresAt: Instant,
  /** Whether it is the session of this request. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'user',
    summary: 'The sessions of the signed-in user: the current one, then the newest, at most 100.',
    answer: z.array(Session),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'user',
    summary: 'Ends one session on every node; idempotent.',
    params: z.object({ id: Id }),
    priority: 'high',
    answer: Done,
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    access: 'user',
    summary: 'Ends all sessions but the current one, on every node.',
    limit: 'endings',
    priority: 'high',
    answer: Done,
  }),
};
