/** Loaded before the shop, with `node --import`: ends the process as `kill -9` does, at the point that it is told. */
import { subscribe } from 'node:diagnostics_channel';
import { KILL_POINTS, type KillPoint } from '#server/kit/kill-points.ts';

let end: KillPoint | null = null;

process.on('message', (point: KillPoint) => {
  end = point;
  process.send?.(point);
});
// Nobody is left who could stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

subscribe(KILL_POINTS, (point) => {
  if (point === end) process.kill(process.pid, 'SIGKILL');
});
