import { push as endpoints } from '#core/contract/push.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findEndpoint, removeSubscription, saveSubscription } from './push.store.ts';

function pushRoutes(serve: Serve, { db, push }: Deps): void {
  serve(endpoints.get, async ({ user }) => ({
    publicKey: push.publicKey,
    endpoint: await findEndpoint(db, user),
  }));
  serve(endpoints.save, async ({ user, body }) => {
    if (!push.accepts(body)) throw new AppError(400, 'push.notAccepted');
    const isSaved = await inTransaction(db, (tx) => saveSubscription(tx, user, body));
    if (!isSaved) throw new AppError(401, 'access.notAuthenticated');
    return { success: true as const };
  });
  serve(endpoints.remove, async ({ user }) => {
    await removeSubscription(db, user);
    return { success: true as const };
  });
}

export const feature = { contract: { push: endpoints }, routes: pushRoutes };
