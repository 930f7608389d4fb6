import { checkLedger } from '#server/features/settlements/ledger-checks.ts';
import { createDb } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { runHistories } from '#test/ledger-histories.ts';
import { ms, type Part } from './report.ts';
import { openScratch } from './scratch.ts';

const HISTORIES = 20_000;

/** The rules of the ledger after random histories, and how long the nightly check takes. */
export const ledger: Part = {
  name: 'ledger',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const pool = createPool({ url: await scratch.withDeals(10), max: 8 });
    opened.defer(() => pool.end());
    const db = createDb(pool);
    await runHistories(db, { count: HISTORIES, seed: 46 });
    const began = performance.now();
    const broken = Object.values(await checkLedger(db)).reduce((sum, count) => sum + count, 0);
    const took = performance.now() - began;
    const { rows } = await pool.query('select count(*)::int as entries from ledger_entries');
    return [
      {
        what: `ledger, ${HISTORIES} histories, ${rows[0].entries} entries`,
        value: `${broken} rows break a rule`,
        budget: 'none',
        isOk: broken === 0,
      },
      { what: 'ledger, nightly check', value: ms(took), budget: '<= 10 s', isOk: took <= 10_000 },
    ];
  },
};
