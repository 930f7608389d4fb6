/** I20: what is charged is the total in dollars, half a cent up: in our code, by an oracle of big integers and in SQL. */
import { equal } from 'node:assert/strict';
import { toUsdCents } from '#core/domain/exchange-rate.ts';
import type { Random } from '../random.ts';
import type { Proof, Race } from './race.ts';

const PER_ROUND = 1000;

interface Bill {
  qindarka: number;
  /** Millionths of a lek for a dollar, as they were drawn. */
  micro: number;
  rate: string;
}

const race: Race = async ({ nodes, random, rounds }) => {
  let halves = 0;
  for (let round = 0; round < rounds; round++) {
    const bills = Array.from({ length: PER_ROUND }, () => generate(random));
    const { rows } = await nodes.pool.query<{ cents: string }>(
      `select round((bill ->> 'qindarka')::bigint / (bill ->> 'rate')::numeric(12, 6))::text as cents
       from jsonb_array_elements($1::jsonb) with ordinality as bills (bill, place) order by place`,
      [JSON.stringify(bills)],
    );
    for (const [at, bill] of bills.entries()) {
      const cents = toUsdCents(bill.qindarka, bill.rate);
      const said = `seed ${random.seed}: ${JSON.stringify(bill)}`;
      equal(BigInt(cents), oracle(bill), said);
      equal(rows[at]?.cents, String(cents), said);
      if (isHalf(bill)) halves += 1;
    }
  }
  return { carts: rounds * PER_ROUND, halves };
};

/** One of ten ends at half a cent, where ways to round part: at an even rate, an odd number of halves of it. */
function generate(random: Random): Bill {
  if (random.chance(0.1)) {
    const half = random.int(1, 2_000);
    return { qindarka: half * (2 * random.int(0, 500_000) + 1), micro: 2_000_000 * half, rate: String(2 * half) };
  }
  const micro = random.chance(0.5) ? random.int(75_000_000, 125_000_000) : random.int(1_000_000, 4_000_000_000);
  const qindarka = random.int(1, random.pick([9_999, 5_000_000, 9_999_999_999]));
  return { qindarka, micro, rate: (micro / 1_000_000).toFixed(6) };
}

const isHalf = ({ qindarka, micro }: Bill) => (BigInt(qindarka) * 2_000_000n) % (2n * BigInt(micro)) === BigInt(micro);

/** The whole cents, and one more when twice what is left is a cent or more. */
function oracle({ qindarka, micro }: Bill): bigint {
  const owed = BigInt(qindarka) * 1_000_000n;
  const whole = owed / BigInt(micro);
  return 2n * (owed - whole * BigInt(micro)) >= BigInt(micro) ? whole + 1n : whole;
}

export const proof: Proof = { promise: 'what is charged is the total at the rate', race, few: 10, many: 1000 };
