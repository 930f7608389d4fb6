/** The link with which somebody confirms their address, while they sign in for it: in this tab, until it was used. */
import { keptInBrowser } from '#web/kit/kept.ts';

export const verifyToken = keptInBrowser<string>('verifyToken', {
  none: '',
  read: String,
  isPersonal: () => true,
  isOfTab: true,
});
