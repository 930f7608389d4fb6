/** Two server processes over one database, and people who talk to both over real HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { ApiError, type Caller, payloadOf, urlOf } from '#core/contract/call.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';

const MAIN = fileURLToPath(new URL('../server/main.mjs', import.meta.url));
const START_MS = 60_000;
/** How often one asks when a node is busy, which means that it did nothing. */
const PATIENCE = 20;

/** A browser of one person; each request goes to the other node than the one before. */
export interface Visitor {
  call: Caller;
  send(path: string, init?: RequestInit): Promise<Response>;
}

export interface TwoNodes {
  pool: Pool;
  db: Db;
  /** Somebody who is signed in. */
  as(userId: string): Promise<Visitor>;
  /** Nobody in particular, or a guest with a browser of that id. */
  guest(browserId?: string): Visitor;
  stop(): Promise<void>;
}

export async function startTwoNodes(databaseUrl: string): Promise<TwoNodes> {
  const pool = createPool({ url: databaseUrl, name: 'bukuri-races' });
  const db = createDb(pool);
  const nodes = await Promise.all([startNode(databaseUrl), startNode(databaseUrl)]);
  const addresses = nodes.map((node) => node.address);
  return {
    pool,
    db,
    as: async (userId) => {
      const { token } = await inTransaction(db, (tx) =>
        startSession(tx, { userId, rememberMe: false, replaces: null }),
      );
      return visitor(addresses, { cookie: `bukuri=${token}` });
    },
    guest: (id) => visitor(addresses, id ? { cookie: `bukuri-browser=${id}` } : {}),
    stop: async () => {
      await Promise.all(nodes.map(stopNode));
      await pool.end();
    },
  };
}

interface Node {
  address: string;
  child: ChildProcess;
}

async function startNode(databaseUrl: string): Promise<Node> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      ROLE: 'web',
      SEED: 'none',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new Error(`a node did not start:\n${said}`));
    };
    const patience = setTimeout(giveUp, START_MS);
    const listen = (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000);
      const address = /http:\/\/[\w.]+:\d+/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(patience);
      resolve({ address, child });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', giveUp);
  });
}

async function stopNode({ child }: Node): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

function visitor(addresses: readonly string[], headers: Record<string, string>): Visitor {
  let turn = Math.random() < 0.5 ? 0 : 1;
  const send: Visitor['send'] = async (path, init = {}) => {
    for (let attempt = 1; ; attempt++) {
      turn += 1;
      const address = addresses[turn % addresses.length];
      const response = await fetch(`${address}${path}`, {
        ...init,
        headers: { ...headers, ...(init.headers as object) },
      });
      if (response.status !== 503 || attempt === PATIENCE) return response;
      await response.arrayBuffer();
      await wait(attempt * 50);
    }
  };
  const call = async (row: Endpoint, input: { body?: unknown } = {}) => {
    const payload = payloadOf(row, input.body);
    const response = await send(urlOf(row, input as never), { method: row.method, ...payload });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text, response.statusText);
    return JSON.parse(text);
  };
  return { call: call as Caller, send };
}
