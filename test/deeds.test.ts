/** What is written down for two years is written seldom: no call fills the audit log by being made again. */
import { expect, test } from 'vitest';
import { rows } from '#core/contract/index.ts';
import { limits } from '#server/features.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { startShop } from './client.ts';
import { newEmail, PASSWORD } from './limit-asks.ts';
import { send } from './samples.ts';
import { newDeal } from './shoppers.ts';

const shop = await startShop();
const figures: Limits = limits;
/** Counts every call of one account that comes to something. */
const isCounted = (name: string) => figures[name]?.isExact === true && figures[name]?.spares !== 'successes';
const uncounted = rows.filter(([, { method, limit = [] }]) => method !== 'GET' && ![limit].flat().some(isCounted));

test.each(uncounted)('%s, made again, writes nothing down', async (_name, row) => {
  const who = await shop.as({ email: newEmail() });
  const known = { dealId: await newDeal(shop.db), password: PASSWORD };
  const deeds = async () => Number((await shop.pool.query('select count(*) from audit_log')).rows[0].count);
  await send(who, row, known);
  const before = await deeds();
  for (let times = 0; times < 3; times++) await send(who, row, known);
  expect(await deeds()).toBe(before);
});
