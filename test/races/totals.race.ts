/** I20: a total is the exact sum of price times quantity, in our code and in SQL, by an oracle of big integers. */
import { equal } from 'node:assert/strict';
import { type PricedLine, toLek, toNumeric, toQindarka, totalsOf } from '#core/domain/money.ts';
import type { Random } from '../random.ts';
import type { Proof, Race } from './race.ts';

const PER_ROUND = 1000;

const race: Race = async ({ nodes, random, rounds }) => {
  let inSql = 0;
  for (let round = 0; round < rounds; round++) {
    const carts = Array.from({ length: PER_ROUND }, () => generate(random));
    for (const cart of carts) check(cart, random.seed);
    // The database adds up one round of ten.
    if (round % 10 > 0) continue;
    const { rows } = await nodes.pool.query<{ total: string }>(
      `select (select sum((line ->> 'price')::numeric * (line ->> 'quantity')::int) from jsonb_array_elements(cart) line)::text as total
       from jsonb_array_elements($1::jsonb) with ordinality as all_carts (cart, place) order by place`,
      [JSON.stringify(carts.map((cart) => cart.lines))],
    );
    for (const [at, { total }] of rows.entries()) {
      equal(BigInt(toQindarka(total)), oracle(carts[at] as Cart), `seed ${random.seed}`);
    }
    inSql += rows.length;
  }
  return { carts: rounds * PER_ROUND, inSql };
};

interface Cart {
  lines: PricedLine[];
  /** Qindarka and units, as they were drawn. */
  drawn: { price: number; original: number | null; quantity: number }[];
}

function generate(random: Random): Cart {
  const drawn = Array.from({ length: random.int(1, 12) }, () => {
    const price = random.int(1, random.pick([99, 10_000, 500_000, 9_999_999_999]));
    const original = random.chance(0.3) ? null : random.int(price, 9_999_999_999);
    return { price, original, quantity: random.int(1, 99) };
  });
  const lines = drawn.map(({ price, original, quantity }) => ({
    price: toLek(price),
    originalPrice: original === null ? null : toLek(original),
    quantity,
  }));
  return { lines, drawn };
}

const oracle = ({ drawn }: Cart) =>
  drawn.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);

function check(cart: Cart, seed: number): void {
  const { subtotal, savings, total } = totalsOf(cart.lines);
  const expected = oracle(cart);
  const before = cart.drawn.reduce(
    (sum, line) => sum + BigInt(line.original ?? line.price) * BigInt(line.quantity),
    0n,
  );
  equal(BigInt(total), expected, `seed ${seed}: ${JSON.stringify(cart.lines)}`);
  equal(BigInt(subtotal), before);
  equal(BigInt(savings), before - expected);
  // What was agreed travels as lek and comes back as itself; the column takes the same text.
  equal(toQindarka(toLek(total)), total);
  equal(toNumeric(total), `${expected / 100n}.${String(expected % 100n).padStart(2, '0')}`);
}

export const proof: Proof = { id: 'I20', promise: 'a total is the exact sum', race, few: 100, many: 1000 };
