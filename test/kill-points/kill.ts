/** One end of the shop at a point of a payment, and what becomes of the payment afterwards. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { orders } from '#core/contract/orders.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { brokenInvariants } from '../invariants.ts';
import type { Random } from '../random.ts';
import { newDeal } from '../shoppers.ts';
import { type Books, readBooks, unordered, unwritten } from './books.ts';
import { type MortalShop, mortalShop } from './mortal-shop.ts';
import { type OutsideParty, openOutsideParty } from './outside-party.ts';
import { getsNoAnswer, newPayer, type Payer } from './payer.ts';
import type { Scene, Teller } from './scenes.ts';

export interface Stage {
  pool: Pool;
  db: Db;
  origin: string;
  provider: OutsideParty;
  shop: MortalShop;
  dealId: string;
  close(): Promise<void>;
}

interface StageOptions {
  databaseUrl: string;
  pool: Pool;
  port: number;
  /** How far away the provider is. */
  distanceMs?: number;
}

export async function openStage({ databaseUrl, pool, port, distanceMs = 0 }: StageOptions): Promise<Stage> {
  const db = createDb(pool);
  const provider = await openOutsideParty({ pool, port, distanceMs });
  const shop = mortalShop({ databaseUrl, port, provider });
  const close = async () => {
    await shop.stop();
    await provider.close();
  };
  const dealId = await newDeal(db);
  await shop.open();
  return { pool, db, origin: `http://127.0.0.1:${port}`, provider, shop, dealId, close };
}

/** Who puts right what was left half done, each in their turn. */
const WAYS: readonly (readonly Teller[])[] = [
  ['reconciler'],
  ['provider'],
  ['payer'],
  ['reconciler', 'provider', 'payer'],
];
const PATIENCE_MS = 20_000;

export interface Outcome extends Books {
  orders: number;
  /** Since the shop is open again, until all that was paid is ordered; null when that took too long. */
  repairMs: number | null;
}

const pick = <T>(from: readonly T[], turn: number) => from[turn % from.length] as T;

/** `turn` chooses among those who lead it there and who put it right. */
export async function killOnce(
  stage: Stage,
  scene: Scene,
  { turn, random }: { turn: number; random: Random },
): Promise<Outcome> {
  const { pool, shop } = stage;
  const ways = pick(WAYS, turn);
  const round = Math.floor(turn / WAYS.length);
  const leader = pick(scene.by, round);
  const payers = await Promise.all(Array.from({ length: scene.payers ?? 1 }, () => newPayer(stage)));
  for (const payer of payers) await fill(stage, payer, random);
  if (leader !== 'form') for (const payer of payers) await pay(stage, payer, random);
  await shop.endAt(pick(scene.at, round));
  if (leader === 'form') await Promise.all(payers.map(({ prepare }) => getsNoAnswer(prepare())));
  else if (leader === 'payer') await Promise.all(payers.map(({ claim }) => getsNoAnswer(claim())));
  else await tell(stage, leader);
  await shop.ended();
  await shop.open();
  const opened = performance.now();
  if (leader === 'form') for (const payer of payers) await pay(stage, payer, random);
  const repairMs = (await putRight(stage, { payers, ways })) ? performance.now() - opened : null;
  await hearAll(stage);
  const own = await Promise.all(payers.map(sees));
  const broken = await brokenInvariants(pool);
  if (Object.keys(broken).length > 0) throw new Error(`${scene.id}: ${JSON.stringify(broken)}`);
  const { lost, doubled } = await readBooks(pool, payers);
  return { orders: own.length, repairMs, lost: lost + (await unwritten(pool, own)), doubled };
}

/** One or two units, of which the form may know one. */
async function fill({ dealId }: Stage, payer: Payer, random: Random): Promise<void> {
  await payer.put(dealId);
  if (random.chance(0.3)) {
    await payer.prepare();
    await payer.put(dealId);
  }
}

/** What is put into the cart before the form is asked for is paid, what comes after is not. */
async function pay({ dealId, provider }: Stage, payer: Payer, random: Random): Promise<void> {
  if (random.chance(0.3)) await payer.put(dealId);
  const intent = await payer.prepare();
  if (random.chance(0.3)) await payer.put(dealId);
  await provider.pay(intent);
}

async function tell(stage: Stage, teller: 'provider' | 'reconciler'): Promise<void> {
  if (teller === 'provider') await stage.provider.tell();
  else await letMinutesPass(stage.pool);
}

/** The jobs of each minute, as if those had passed in which nobody told anything. */
async function letMinutesPass(pool: Pool): Promise<void> {
  // One after the other, and never waiting for a row: the shop may hold one and wait for another.
  await pool.query(`update payments set checked_at = now() - interval '1 hour' where id = any(array(
    select id from payments where status in ('preparing', 'open') for update skip locked))`);
  await pool.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour' where id = any(array(
    select id from graphile_worker._private_jobs where locked_at is not null for update skip locked))`);
  for (const name of ['abandoned-take-over', 'payments-reconcile']) {
    await pool.query('select graphile_worker.add_job($1, job_key => $1)', [name]);
  }
}

/** Whether all that was paid was ordered in time. */
async function putRight(
  stage: Stage,
  { payers, ways }: { payers: readonly Payer[]; ways: readonly Teller[] },
): Promise<boolean> {
  const paid = payers.map(({ intent }) => intent());
  const everySecond = async () => {
    await Promise.all(
      ways.map(async (way) => {
        if (way !== 'payer') await tell(stage, way);
        else await Promise.all(payers.map(({ claim }) => claim()));
      }),
    );
  };
  const deadline = performance.now() + PATIENCE_MS;
  for (let turn = 0; performance.now() < deadline; turn++) {
    if (turn % 50 === 0) await everySecond();
    if ((await unordered(stage.pool, paid)) === 0) return true;
    await wait(20);
  }
  return false;
}

/** What the provider still has to tell is told, late, until the shop heard and worked off all of it, and wrote to who bought. */
async function hearAll(stage: Stage): Promise<void> {
  const { pool } = stage;
  const open = `select (select count(*) from sandbox_events where delivered_at is null)
    + (select count(*) from external_events where handled_at is null)
    + (select count(*) from graphile_worker.jobs where task_identifier = 'orders-receipt') as open`;
  const deadline = performance.now() + PATIENCE_MS;
  for (let turn = 0; performance.now() < deadline; turn++) {
    if (turn % 50 === 0) await stage.provider.tell();
    if (turn % 50 === 49) await letMinutesPass(pool);
    if (Number((await pool.query(open)).rows[0].open) === 0) return;
    await wait(20);
  }
  throw new Error('something that the provider told was never heard or never worked off, or a mail not sent');
}

/** Who comes back sees one order, the one that they paid. */
async function sees({ call, claim }: Payer): Promise<string> {
  const id = await claim();
  const own = (await call(orders.mine)).map((order) => order.id);
  if (own.length !== 1 || own[0] !== id) throw new Error(`somebody sees ${own.length} orders`);
  return id;
}
