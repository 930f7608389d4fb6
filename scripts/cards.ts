/**
 * `cards.ts` says how the stand-in for cards is to fail in the database of the configuration; `cards.ts fail 3` has it answer
 * 500 three times, `cards.ts 'lose refund' 1` lose one answer, `cards.ts off` go on as it should.
 */
import { readConfig } from '#server/config.ts';
import { findDatabase } from '#server/database.ts';
import { clearFaults, isFault, listFaults, setFault } from '#server/gateways/payments/sandbox/sandbox-faults.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { StartError } from '#server/kit/start-error.ts';

const USAGE =
  'Say nothing, to see what is set; off; or a fault and a number: fail, break, hang, lose (each also with a call: lose refund), slow card, slow refund, duplicate, shuffle, drop, delay (in ms).';

async function main([name, value]: string[]): Promise<void> {
  const isRight = name === undefined || name === 'off' || (isFault(name) && /^\d{1,6}$/.test(value ?? ''));
  if (!isRight) throw new StartError(USAGE);
  const config = readConfig();
  if (config.cards?.kind !== 'sandbox') throw new StartError('Test cards are not taken here: see CARD_SANDBOX.');
  const { url, stop } = await findDatabase(config);
  const pool = createPool({ url, name: 'bukuri-cards' });
  try {
    await tell(createDb(pool), name, Number(value));
  } finally {
    await pool.end();
    await stop?.();
  }
}

async function tell(db: Db, name: string | undefined, value: number): Promise<void> {
  if (name === 'off') await clearFaults(db);
  else if (name !== undefined && isFault(name)) await setFault(db, name, value);
  const faults = await listFaults(db);
  for (const fault of faults) console.log(`${fault.name}  ${fault.value}`);
  if (faults.length === 0) console.log('Test cards work as they should.');
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
