import { users } from '#core/contract/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { countUsers, listUsers } from './users.store.ts';

export function usersRoutes(serve: Serve, { db, clock }: Deps): void {
  serve(users.list, ({ query: { q, kind }, page }) => listUsers(db, { q, kind, now: clock.now() }, page));
  serve(users.counts, () => countUsers(db));
}
