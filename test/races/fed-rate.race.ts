/** I30: in its time a rate of the feed is kept once, however many ask at once, and none far from the last good one. */
import { equal, ok } from 'node:assert/strict';
import { isNearRate } from '#core/domain/exchange-rate.ts';
import { keepFedRate } from '#server/features/exchange/exchange.service.ts';
import type { Random } from '../random.ts';
import { holds, type Proof, patiently, type Race, together } from './race.ts';

const told = (random: Random, last: number) => (last * (0.7 + random.int(0, 600) / 1_000)).toFixed(6);

const race: Race = async (arena) => {
  const { random, rounds, actors, nodes } = arena;
  const outcomes = { kept: 0, early: 0, absurd: 0 };
  for (let round = 0; round < rounds; round++) {
    const last = random.int(75, 125);
    await nodes.pool.query('delete from exchange_rates');
    await nodes.pool.query(
      "insert into exchange_rates (id, all_per_usd, source, taken_at) values (gen_random_uuid(), $1, 'feed', now() - interval '21 hours')",
      [last],
    );
    const rates = Array.from({ length: actors }, () => told(random, last));
    const answers = await together(actors, (actor) =>
      patiently(() => keepFedRate(nodes.db, { allPerUsd: rates[actor] ?? '', rateRange: { from: 50, to: 200 } })),
    );
    for (const answer of answers) outcomes[answer] += 1;

    const said = `seed ${random.seed}, round ${round}`;
    const { rows } = await nodes.pool.query<{ rate: string }>(
      "select all_per_usd as rate from exchange_rates where taken_at > now() - interval '20 hours'",
    );
    const [kept] = rows;
    equal(rows.length, rates.some((rate) => isNearRate(rate, String(last))) ? 1 : 0, said);
    equal(answers.filter((answer) => answer === 'kept').length, rows.length, said);
    if (kept) ok(isNearRate(kept.rate, String(last)) && kept.rate === rates[answers.indexOf('kept')], said);
  }
  await nodes.pool.query('delete from exchange_rates');
  await holds(arena);
  return { rounds, ...outcomes };
};

export const proof: Proof = {
  id: 'I30',
  promise: 'of a feed that many ask at once one rate is kept',
  race,
  few: 6,
  many: 400,
};
