/** The link with which somebody confirms their address, while they sign in for it: in this tab, until it was used. */
import { createStoredState } from '#web/kit/stored-state.ts';

export const verifyToken = createStoredState<string>('verifyToken', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});
