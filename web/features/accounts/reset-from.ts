/** Where somebody was going when they found that they forgot their password: the mail opens in another tab. */
import { keptInBrowser } from '#web/kit/kept.ts';

/** What `/login` depends on. */
export const resetFrom = keptInBrowser<string>('resetFrom', { none: '', read: String, isPersonal: () => true });
