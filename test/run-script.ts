/** A command of `scripts` as npm runs it, but with no setting of whoever tests. */
import { spawnSync } from 'node:child_process';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { COMPILED } from '#scripts/prepare.mjs';

export function runScript(name: string, { words = [], env }: { words?: string[]; env: Record<string, string> }) {
  const settings = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...env };
  const options = { env: settings, encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', name, ...words], options);
  return { status, said: stdout + stderr };
}
