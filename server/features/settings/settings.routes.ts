import { settings } from '#core/contract/settings.ts';
import type { Deps } from '#server/deps.ts';
import { rememberLanguage, renameUser } from '#server/features/people/people.store.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { findSettings, saveSettings } from './settings.store.ts';

export function settingsRoutes(serve: Serve, { db }: Deps): void {
  serve(settings.get, ({ user }) => findSettings(db, user.id));
  serve(settings.save, async ({ user, body }) => {
    await saveSettings(db, { userId: user.id, ...body });
    return body;
  });
  serve(settings.rename, async ({ user, body }) => {
    const { displayName = null } = body;
    if (!(await renameUser(db, { id: user.id, displayName }))) throw new AppError(401, 'access.notAuthenticated');
    return { displayName };
  });
  serve(settings.chooseLanguage, async ({ user, body: { language } }) => {
    await rememberLanguage(db, { id: user.id, language });
    return { success: true as const };
  });
}
