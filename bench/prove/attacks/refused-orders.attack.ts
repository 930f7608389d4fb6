import { randomUUID } from 'node:crypto';
import type { StartedShop } from '../started-shop.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const REFUSED = 100;
const ORDERS = 10;
const SESSION = `session_1700000000000_${'a'.repeat(32)}`;

export const attack: Attack = {
  promise: 'orders that are refused do not eat the ten orders an hour',
  env: { RATE_LIMIT_SCALE: '1' },
  async run(shop) {
    const { origin, pool } = shop;
    const headers = { cookie: await signedUp(shop) };
    const confirm = async () =>
      (await ask(`${origin}/api/cash-payment`, { body: { sessionId: SESSION, key: randomUUID() }, headers })).status;
    const refused: number[] = [];
    for (let time = 0; time < REFUSED; time++) refused.push(await confirm());
    must(
      refused.every((status) => status === 400),
      `an empty cart got ${counted(refused)}`,
    );
    // Changes are limited by the minute too.
    await pool.query(
      "update rate_limits set window_start = window_start - interval '1 day' where key like 'mutations:%'",
    );
    const { rows } = await pool.query<{ id: string }>('select id from deals where deal_is_live(deals) limit 1');
    const ordered: number[] = [];
    for (let time = 0; time <= ORDERS; time++) {
      await ask(`${origin}/api/cart`, { body: { dealId: rows[0]?.id, sessionId: SESSION }, headers });
      ordered.push(await confirm());
      // Five may be open at a time.
      await pool.query("update orders set status = 'completed' where status = 'pending'");
    }
    must(`${ordered}` === `${[...Array(ORDERS).fill(200), 429]}`, `orders got ${counted(ordered)}`);
    return `${REFUSED} refused, then ${counted(ordered)}`;
  },
};

async function signedUp({ origin }: StartedShop): Promise<string> {
  const body = { email: 'vera@bukuri.example', passwordHash: 'nje fjalekalim i gjate' };
  const { status, headers } = await ask(`${origin}/api/auth/register`, { body });
  must(status === 200, `registering got ${status}`);
  return (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
}
