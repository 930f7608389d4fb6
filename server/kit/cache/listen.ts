/** LISTEN on a dedicated connection, with heartbeat and reconnect. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig } from 'pg';

const HEARTBEAT_MS = 5000;
const RECONNECT_MS = 500;
const END_MS = 1000;

/** How long a request waits for the notices of its own change. */
const SYNC_MS = 250;

export interface Listening {
  /** Resolves when LISTEN is first active. */
  ready: Promise<void>;
  /** Resolves when the notices of all transactions that committed before are handled, after 250 ms at the latest. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
}

export interface ChannelListener {
  /** `payload` may be empty. */
  onMessage: (payload: string) => void;
  onConnection: (isListening: boolean) => void;
}

export function listen(
  { connection, channel, log }: { connection: ClientConfig; channel: string; log: FastifyBaseLogger },
  on: ChannelListener,
): Listening {
  const first = Promise.withResolvers<void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const mine = new Client(connection);
    client = mine;
    mine.on('notification', ({ payload = '' }) => on.onMessage(payload));
    mine.on('error', (error) => disconnect(mine, error));
    mine.on('end', () => disconnect(mine, new Error('the connection ended')));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (closed || client !== mine) return;
      on.onConnection(true);
      first.resolve();
      timer = setTimeout(sendHeartbeat, HEARTBEAT_MS, mine).unref();
    } catch (error) {
      disconnect(mine, error);
    }
  }

  function sendHeartbeat(mine: Client) {
    const late = setTimeout(() => disconnect(mine, new Error('no heartbeat')), HEARTBEAT_MS).unref();
    mine
      .query('select 1')
      .then(() => {
        if (client === mine) timer = setTimeout(sendHeartbeat, HEARTBEAT_MS, mine).unref();
      })
      .catch((error: unknown) => disconnect(mine, error))
      .finally(() => clearTimeout(late));
  }

  function disconnect(mine: Client, error: unknown) {
    if (client !== mine) return;
    client = undefined;
    clearTimeout(timer);
    on.onConnection(false);
    mine.end().catch((cause: unknown) => log.debug({ err: cause, channel }, 'closing a lost connection'));
    if (closed) return;
    log.warn({ err: error, channel }, 'the LISTEN connection is lost: nothing is cached until the database answers');
    timer = setTimeout(connect, RECONNECT_MS).unref();
  }

  void connect();
  return {
    ready: first.promise,
    sync: async () => {
      // Notices are delivered before the answer of a statement that is sent after their commit.
      const answered = client?.query('select 1').catch((error: unknown) => log.debug({ err: error, channel }, 'sync'));
      await Promise.race([answered, wait(SYNC_MS, undefined, { ref: false })]);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      first.resolve();
      const last = client;
      client = undefined;
      on.onConnection(false);
      // A hanging connection ends with the process.
      await Promise.race([last?.end(), wait(END_MS, undefined, { ref: false })]);
    },
  };
}
