import { notifications } from '#core/contract/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { endEmails } from '#server/features/accounts/settings/settings.routes.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { notificationsEmail, notificationsPush } from './notifications.jobs.ts';
import { countUnread, listNotifications, markRead } from './notifications.store.ts';
import { notificationText } from './texts.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';

function notificationsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  serve(notifications.mine, async ({ user, page, request }) => {
    const { items, next } = await listNotifications(db, { userId: user.id, page });
    return { items: items.map((row) => ({ ...row, ...notificationText(row, request.language) })), next };
  });
  serve(notifications.unread, async ({ user }) => ({ count: await countUnread(db, user.id) }));
  serve(notifications.markRead, async ({ user, body: { newestId } }) => {
    await markRead(db, { userId: user.id, newestId });
    return { success: true as const };
  });
  serve(notifications.unsubscribe, async ({ query }) => {
    const userId = readUnsubscribeToken(deps, query.token);
    if (userId === null) throw new AppError(400, 'notifications.wrongLink');
    await endEmails(db, userId);
    return { success: true as const };
  });
}

export const feature = {
  contract: { notifications },
  routes: notificationsRoutes,
  jobs: [notificationsEmail, notificationsPush],
};
