/** Saved deals. A guest's are bound to the browser and join the account at sign-in; the session id is a label. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_LIMIT, PageQuery } from './paging.ts';
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
    query: z.object(PageQuery),
    pageSize: MAX_LIMIT,
    answer: z.array(Favorite),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/favorites',
    access: 'anyone',
    summary:
      'The saved deals of whoever is here, newest first: those of the account, or those of the browser of a guest.',
    query: z.object(PageQuery),
    pageSize: MAX_LIMIT,
    answer: z.array(Favorite),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/favorites',
    access: 'anyone',
    summary: 'Saves a deal, of the account or else of the browser; saving it again answers the same.',
    body: z.object({ dealId: Id, sessionId: SessionId }),
    limit: 'guestFavorites',
    answer: z.object({ id: Id, dealId: Id, sessionId: z.string(), ofAccount: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/favorites/:dealId/:sessionId',
    access: 'anyone',
    summary: 'Forgets a saved deal; absent answers the same.',
    params: z.object({ dealId: Id, sessionId: SessionId }),
    answer: z.extend(Done, { ofAccount: z.boolean() }),
  }),
};
