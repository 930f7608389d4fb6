/** Where somebody was going when they found that they forgot their password: the mail opens in another tab. */
import { createStoredState } from '#web/kit/stored-state.ts';

/** What `/login` depends on. */
export const resetFrom = createStoredState<string>('resetFrom', { none: '', read: String, isPersonal: () => true });
