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
  cpuMsPerRequest: number;
  /** Bytes of body and headers per answer. */
  bytes: number;
}

/** Each server in turn, several times; the first round only warms up. Medians of the rounds. */
export async function race(
  servers: { server: Server; path: string; headers?: Record<string, string> }[],
  { seconds = 3, rounds = 4, connections = 32 } = {},
): Promise<Measured[]> {
  const taken: Measured[][] = servers.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { server, path, headers }] of servers.entries()) {
      const measured = await shoot(server, path, { seconds, connections, headers });
      if (round > 0) taken[index]?.push(measured);
    }
  }
  return taken.map((all) => ({
    perSecond: median(all.map((one) => one.perSecond)),
    cpuMsPerRequest: median(all.map((one) => one.cpuMsPerRequest)),
    bytes: median(all.map((one) => one.bytes)),
  }));
}

interface Shot {
  seconds: number;
  connections: number;
  headers: Record<string, string> | undefined;
}

async function shoot(server: Server, path: string, { seconds, connections, headers = {} }: Shot) {
  const before = await server.cpuMs();
  const result = await autocannon({ url: `${server.address}${path}`, connections, duration: seconds, headers });
  const cpu = (await server.cpuMs()) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} broken`);
  const requests = result['2xx'];
  return {
    perSecond: requests / result.duration,
    cpuMsPerRequest: cpu / requests,
    bytes: result.throughput.total / requests,
  };
}
