/** Who charges cards, in another process than the shop: what happens there goes on while the shop is dead. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Pool } from 'pg';
import { deliverDue } from '#server/gateways/payments/sandbox/sandbox-deliveries.ts';
import { postTo } from '#server/gateways/payments/sandbox/sandbox-post.ts';
import { serveSandbox } from '#server/gateways/payments/sandbox/sandbox-server.ts';
import { createDb } from '#server/kit/db/db.ts';
import { payWith } from '#test/pay-with.ts';
import { recordingLog } from '../log.ts';

export interface OutsideParty {
  /** What the shop needs to ask it. */
  keys: Record<string, string>;
  /** Somebody pays with a card that is not declined. */
  pay(paymentIntentId: string): Promise<void>;
  /** Tells the shop all that it has not heard yet, as if it were time to try again. */
  tell(): Promise<void>;
  close(): Promise<void>;
}

/** `port` is that of the shop; each answer comes so much later than it would from this machine. */
export async function openOutsideParty({
  pool,
  port,
  distanceMs = 0,
}: {
  pool: Pool;
  port: number;
  distanceMs?: number;
}): Promise<OutsideParty> {
  const db = createDb(pool);
  const log = recordingLog();
  const secretKey = ['sk', 'test', randomBytes(12).toString('hex')].join('_');
  const secret = ['whsec', randomBytes(12).toString('hex')].join('_');
  const host = `127.0.0.1:${port}`;
  const server = await serveSandbox({ db, secretKey, origin: `http://${host}`, log });
  const line = await longLine(server.address, distanceMs);
  const post = postTo({ address: '127.0.0.1', family: 'IPv4', port }, host);
  return {
    keys: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_outside',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: line.address,
    },
    async pay(paymentIntentId) {
      const { status } = await payWith(db, paymentIntentId, 'pm_card_visa');
      if (status !== 'succeeded') throw new Error(`a payment is ${status}`);
    },
    async tell() {
      await pool.query('update sandbox_events set due_at = now() where delivered_at is null');
      await deliverDue({ db, secret, post, log });
    },
    close: async () => {
      line.close();
      await server.close();
    },
  };
}

/** As if that address were far away. */
async function longLine(address: string, distanceMs: number): Promise<{ address: string; close: () => void }> {
  const line = createServer((near) => {
    const far = connect(Number(new URL(address).port), '127.0.0.1');
    near.on('data', (said) => void setTimeout(() => far.write(said), distanceMs));
    far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  return { address: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, close: () => void line.close() };
}
