/** Asks for pages all at once from a process of its own, so that whoever measures does not wait for the answers to somebody else. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ask } from './traffic.ts';

export interface Flood {
  urls: string[];
  headers: Record<string, string>;
}

/** The statuses of the answers. */
export async function flood(all: Flood): Promise<number[]> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(all);
  const [statuses] = await once(child, 'message');
  child.disconnect();
  return statuses as number[];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [{ urls, headers }] = (await once(process, 'message')) as [Flood];
  const agent = new Agent({ keepAlive: true });
  const answers = await Promise.all(urls.map((url) => ask(url, { agent, headers })));
  process.send?.(answers.map(({ status }) => status));
  agent.destroy();
}
