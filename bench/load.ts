/** Servers in processes of their own, and load on them in interleaved rounds, so that all meet the same weather. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { median } from './report.ts';
import type { Role } from './server-process.ts';

export interface Server {
  address: string;
  cpuMs: () => Promise<number>;
  stop: () => Promise<void>;
}

export async function startServer(role: Role): Promise<Server> {
  const child = fork(new URL('server-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const address = await ask<string>(child, role);
  return {
    address,
    cpuMs: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu');
      return (user + system) / 1000;
    },
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function ask<T>(child: ChildProcess, message: Role | 'cpu'): Promise<T> {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer as T;
}

export interface Measured {
  perSecond: number;
  /** CPU of the server per request, and of what `databaseCpuMs` reads. */
  cpuMs: number;
  databaseCpuMs: number;
}

interface Runner {
  server: Server;
  path: string;
  databaseCpuMs?: () => Promise<number>;
}

/** Each server in turn, several times; the first rounds only warm up. Medians of the rounds. */
export async function race(
  runners: Runner[],
  { seconds = 1, rounds = 10, connections = 32 } = {},
): Promise<Measured[]> {
  const taken: Measured[][] = runners.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, runner] of runners.entries()) {
      const measured = await shoot(runner, { seconds, connections });
      if (round > 1) taken[index]?.push(measured);
    }
  }
  return taken.map((all) => ({
    perSecond: median(all.map((one) => one.perSecond)),
    cpuMs: median(all.map((one) => one.cpuMs)),
    databaseCpuMs: median(all.map((one) => one.databaseCpuMs)),
  }));
}

async function shoot(
  { server, path, databaseCpuMs = async () => 0 }: Runner,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Measured> {
  const before = [await server.cpuMs(), await databaseCpuMs()] as const;
  const result = await autocannon({ url: `${server.address}${path}`, connections, duration: seconds });
  const after = [await server.cpuMs(), await databaseCpuMs()] as const;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} broken`);
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    cpuMs: (after[0] - before[0]) / requests,
    databaseCpuMs: (after[1] - before[1]) / requests,
  };
}
