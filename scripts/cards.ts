/**
 * Faults of the card sandbox. `npm run cards` lists them; `npm run cards -- fail 3` makes it answer 500 three times,
 * `'lose refund' 1` loses one answer, `off` removes all faults.
 */
import { clearFaults, isFault, listFaults, setFault } from '#server/gateways/payments/sandbox/sandbox-faults.ts';
import type { Db } from '#server/kit/db/db.ts';
import { StartError } from '#server/kit/start-error.ts';
import { withDatabase } from './database.ts';

const USAGE =
  'Say nothing, to see what is set; off; or a fault and a number: fail, break, hang, lose (each also with a call: lose refund), slow card, slow refund, duplicate, shuffle, drop, delay (in ms).';

export async function main([name, value]: string[]): Promise<void> {
  const isRight = name === undefined || name === 'off' || (isFault(name) && /^\d{1,6}$/.test(value ?? ''));
  if (!isRight) throw new StartError(USAGE);
  await withDatabase('bukuri-cards', async (db, { cards }) => {
    if (cards?.kind !== 'sandbox') throw new StartError('Test cards are not accepted here: see CARD_SANDBOX.');
    await applyFault(db, name, Number(value));
  });
}

async function applyFault(db: Db, name: string | undefined, value: number): Promise<void> {
  if (name === 'off') await clearFaults(db);
  else if (name !== undefined && isFault(name)) await setFault(db, name, value);
  const faults = await listFaults(db);
  for (const fault of faults) console.log(`${fault.name}  ${fault.value}`);
  if (faults.length === 0) console.log('Test cards work as they should.');
}
