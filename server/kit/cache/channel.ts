/** A connection of its own that hears a channel, proves every few seconds that it still does, and comes back when lost. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig } from 'pg';

const HEARTBEAT_MS = 5000;
const RECONNECT_MS = 500;
const END_MS = 1000;

/** How `listen` tells what it hears, and whether it hears at all. */
export interface Ear {
  onMessage: () => void;
  onHearing: (hears: boolean) => void;
}

export function listen(
  { connection, channel, log }: { connection: ClientConfig; channel: string; log: FastifyBaseLogger },
  on: Ear,
): { ready: Promise<void>; close: () => Promise<void> } {
  const first = Promise.withResolvers<void>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect() {
    const mine = new Client(connection);
    client = mine;
    mine.on('notification', on.onMessage);
    mine.on('error', (error) => lose(mine, error));
    mine.on('end', () => lose(mine, new Error('the connection ended')));
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (closed || client !== mine) return;
      on.onHearing(true);
      first.resolve();
      timer = setTimeout(beat, HEARTBEAT_MS, mine).unref();
    } catch (error) {
      lose(mine, error);
    }
  }

  function beat(mine: Client) {
    const late = setTimeout(() => lose(mine, new Error('no heartbeat')), HEARTBEAT_MS).unref();
    mine
      .query('select 1')
      .then(() => {
        if (client === mine) timer = setTimeout(beat, HEARTBEAT_MS, mine).unref();
      })
      .catch((error: unknown) => lose(mine, error))
      .finally(() => clearTimeout(late));
  }

  function lose(mine: Client, error: unknown) {
    if (client !== mine) return;
    client = undefined;
    clearTimeout(timer);
    on.onHearing(false);
    mine.end().catch((cause: unknown) => log.debug({ err: cause, channel }, 'closing a lost connection'));
    if (closed) return;
    log.warn({ err: error, channel }, 'cannot hear changes: nothing is kept until the database answers');
    timer = setTimeout(connect, RECONNECT_MS).unref();
  }

  void connect();
  return {
    ready: first.promise,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      first.resolve();
      const last = client;
      client = undefined;
      on.onHearing(false);
      // One that hangs ends with the process.
      await Promise.race([last?.end(), wait(END_MS, undefined, { ref: false })]);
    },
  };
}
