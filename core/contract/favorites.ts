/** Saved deals. Those of a guest belong to the browser and move to the account at sign-in; `sessionId` is a label. */
import * as z from 'zod/mini';
import { endpoint, MAX_LIMIT, PageQuery } from './endpoint.ts';
import { DealCard, Done, Id, SessionId } from './shapes.ts';

export const Favorite = z.object({ id: Id, dealId: Id, sessionId: z.string(), deal: DealCard });
export type Favorite = z.infer<typeof Favorite>;

export const favorites = {
  list: endpoint({
    method: 'GET',
    path: '/api/favorites/:sessionId',
    access: 'user',
    summary: 'The saved deals of the signed-in user, newest first; the session id is ignored.',
    params: z.object({ sessionId: SessionId }),
    query: z.object(PageQuery),
    pageSize: MAX_LIMIT,
    answer: z.array(Favorite),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/favorites',
    access: 'anyone',
    summary: 'The saved deals of the account, or of the browser of a guest, newest first.',
    query: z.object(PageQuery),
    pageSize: MAX_LIMIT,
    answer: z.array(Favorite),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/favorites',
    access: 'anyone',
    changesPublic: true,
    summary: 'Saves a deal for the account or the browser; idempotent.',
    body: z.object({ dealId: Id, sessionId: SessionId }),
    limit: 'guestFavorites',
    answer: z.object({ id: Id, dealId: Id, sessionId: z.string(), ofAccount: z.boolean() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/favorites/:dealId/:sessionId',
    access: 'anyone',
    changesPublic: true,
    summary: 'Removes a saved deal; idempotent.',
    params: z.object({ dealId: Id, sessionId: SessionId }),
    answer: z.extend(Done, { ofAccount: z.boolean() }),
  }),
};
