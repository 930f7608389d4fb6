/** Saved deals. A guest's are kept under the session id and join the account at sign-in. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { DealCard, Done, Id, SessionId } from './shapes.ts';

export const Favorite = z.object({ id: Id, dealId: Id, sessionId: z.string(), deal: DealCard });
export type Favorite = z.infer<typeof Favorite>;

export const favorites = {
  list: endpoint({
    method: 'GET',
    path: '/api/favorites/:sessionId',
    access: 'user',
    summary: 'The saved deals of the signed-in user, newest first, whatever the session id.',
    params: z.object({ sessionId: SessionId }),
    answer: z.array(Favorite),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/favorites',
    access: 'anyone',
    summary: 'Saves a deal; saving it again answers the same.',
    body: z.object({ dealId: Id, sessionId: SessionId }),
    answer: z.object({ id: Id, dealId: Id, sessionId: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/favorites/:dealId/:sessionId',
    access: 'anyone',
    summary: 'Forgets a saved deal; absent answers the same.',
    params: z.object({ dealId: Id, sessionId: SessionId }),
    answer: Done,
  }),
};
