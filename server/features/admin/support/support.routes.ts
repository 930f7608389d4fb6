import { adminSupport } from '#core/contract/admin/support.ts';
import type { Deps } from '#server/deps.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { readMessage, removeMessage, replyToMessage, supportReplied } from './support.service.ts';
import { listMessages } from './support.store.ts';

function adminSupportRoutes(serve: Serve, deps: Deps): void {
  serve(adminSupport.list, ({ query: { q, status }, page }) => listMessages(deps.db, { q, status }, page));
  serve(adminSupport.read, ({ user, params: { id } }) => readMessage(deps, { id, adminId: user.id }));
  serve(adminSupport.reply, ({ user, params: { id }, body: { reply } }) =>
    replyToMessage(deps, { id, reply, adminId: user.id }),
  );
  serve(adminSupport.remove, async ({ user, params: { id } }) => {
    await removeMessage(deps, { id, adminId: user.id });
    return { success: true as const };
  });
}

export const feature = { contract: { adminSupport }, routes: adminSupportRoutes, jobs: [supportReplied] };
