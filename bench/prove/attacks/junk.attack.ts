import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { generalLimits } from '#server/kit/limits/limits.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, BEHIND_PROXY, from, must } from './attack.ts';

const { max } = generalLimits.requests;
const TIMES = 1.5 * max;

export const attack: Attack = {
  promise: 'junk from a proxy buys no limit of its own and leaves those of others alone',
  env: BEHIND_PROXY,
  async run({ origin, pool, output }) {
    const statuses: number[] = [];
    // Within one minute, at whose end the limit begins anew.
    await wait(60_000 - (Date.now() % 60_000));
    for (let n = 0; n < TIMES; n++) {
      statuses.push((await ask(`${origin}/api/categories`, { headers: from(junk(n)) })).status);
    }
    const passed = statuses.filter((status) => status !== 429).length;
    must(passed <= max, `${passed} requests with junk were answered`);
    for (let n = 0; n < 50; n++) await ask(`${origin}/api/categories`, { headers: from('203.0.113.77') });
    await wait(2_500);
    const { rows } = await pool.query<{ count: number }>("select count from rate_limits where key like 'requests:%'");
    must(
      rows.some(({ count }) => count === 50),
      'what others counted is not shared any more',
    );
    must(!output().includes('rate limits are not shared'), 'the limits were not shared');
    return `${statuses.length} kinds of junk got ${counted(statuses)}; the 50 requests of another address are shared`;
  },
};

const KINDS = [
  () => 'unknown',
  () => `_${randomBytes(4).toString('hex')}`,
  () => `1.2.3.${Math.floor(Math.random() * 256)}:${Math.floor(Math.random() * 65_536)}`,
  () => `203.0.113.1, ${randomBytes(6).toString('hex')}`,
  () =>
    randomBytes(24)
      .toString('latin1')
      .replace(/[^\x20-\x7e\x80-\xff]/g, 'x'),
  () => `'; drop table users -- ${randomBytes(2).toString('hex')}`,
  () => `999.${Math.floor(Math.random() * 999)}.1.1`,
  () => randomBytes(2_000).toString('hex'),
  () => ',,, ,',
];
const junk = (n: number) => KINDS[n % KINDS.length]?.() ?? '';
