/**
 * Named places between two steps at which a process may end, as it may anywhere. A proof listens and ends it there; in the
 * shop nobody listens, and to pass one costs nothing.
 */
import { channel } from 'node:diagnostics_channel';

export const KILL_POINTS = 'bukuri:kill-point';

export type KillPoint =
  | 'attempt written'
  | 'payment made'
  | 'payment kept'
  | 'payment asked about'
  | 'order inserted'
  | 'order committed'
  | 'order found'
  | 'event read'
  | 'event kept'
  | 'event taken up'
  | 'one reconciled'
  | 'mail taken';

const passed = channel(KILL_POINTS);

export function at(point: KillPoint): void {
  if (passed.hasSubscribers) passed.publish(point);
}
