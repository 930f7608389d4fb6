/** What one gets of what is held: all of it, one's own alone, and no secret. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { privacy } from '#core/contract/privacy.ts';
import { support } from '#core/contract/support.ts';
import { users } from '#db/schema/people.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { tableNames } from '#test/tables.ts';
import { waitingFor } from '#test/waiting.ts';
import { mark, newWholePerson, SECRETS } from '#test/whole-person.ts';
import { held } from './held.ts';
import { exportHeld } from './privacy.service.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const { db, pool } = shop;
const { email, userId } = await newWholePerson(db);
const whole = await shop.as({ email });
type Told = Record<string, Record<string, unknown>[]>;
const textOf = async (client = whole) => (await client(privacy.export)).text();
const text = await textOf();
const told: Told = JSON.parse(text);

const OF_NOBODY = 'It is nobody’s: the same for everybody.';
const STAND_IN = 'A stand-in for a party outside, where no mail is sent and no card is charged.';
/** Tables of which nothing is told, and why. */
const withheld: Record<string, string> = {
  carts: 'It says which filling of the cart is the present one; what is in it is told by its lines.',
  cart_additions: 'For a day, keys that the browser made: they say nothing.',
  rate_limits: 'Counts, for a day: the id of the account, or a hash.',
  deal_views: 'For two days, hashes that lead to nobody.',
  used_assertions: 'Hashes, of no account.',
  farewells: 'Of accounts that are closed; told where the address is the same.',
  external_events: 'What the provider of cards told of payments, by their ids, which are told.',
  categories: OF_NOBODY,
  deal_counters: OF_NOBODY,
  exchange_rates: OF_NOBODY,
  installation: OF_NOBODY,
  search_counts: OF_NOBODY,
  synonyms: OF_NOBODY,
  vocabulary: OF_NOBODY,
  vocabulary_doubts: OF_NOBODY,
  sandbox_mails: STAND_IN,
  sandbox_objects: STAND_IN,
};

/** Whether what somebody has in it can be found in the file: their words, or, where it holds none, a row. */
async function isTold(table: string): Promise<boolean> {
  if (table === 'salon_hours') return text.includes('03:33');
  const marked = await pool.query(`select from ${table} t where position($1 in t::text) > 0`, [mark(table)]);
  if (marked.rowCount) return text.includes(mark(table));
  const parts = Object.entries(held).filter(([, statement]) =>
    new RegExp(`^[^(]* from ${table}\\b`, 's').test(statement),
  );
  return parts.some(([part]) => told[part]?.length);
}

test.each(tableNames)('%s is told, or it is said why not', async (table) => {
  expect([table, await isTold(table)]).toEqual([table, !(table in withheld)]);
});

test('what refers to a person is told of them: nothing of it is withheld for being of nobody', async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  );
  const referring = rows.map(({ table }) => table);
  expect(referring.length).toBeGreaterThan(15);
  expect(referring.filter((table) => withheld[table] === OF_NOBODY || withheld[table] === STAND_IN)).toEqual([]);
});

test('no secret is in it, and nothing of anybody else', async () => {
  const sid = (await pool.query('select sid from sessions where user_id = $1', [userId])).rows[0].sid;
  const other = await newWholePerson(db);
  const again = await textOf();
  for (const secret of [...SECRETS, sid, other.userId, other.email]) expect(again).not.toContain(secret);
  const besa = await textOf(await shop.as({ email: 'besa@example.al' }));
  expect(besa).not.toContain('kanarina');
});

test('it is a file with a name, in the words of the calls', async () => {
  const { headers } = await whole.send({ method: 'GET', url: '/api/user/export' });
  expect(headers['content-type']).toBe('application/json');
  expect(headers['content-disposition']).toMatch(/bukuri-\d{4}-\d\d-\d\d\.json$/);
  expect(headers['cache-control']).toBe('no-store');
  expect(told.account?.[0]).toMatchObject({ email, hasPassword: true, canPostDeals: false });
  expect(told.messages).toHaveLength(2);
});

test('a message under an address that nobody showed to be theirs is not told to whoever registers it', async () => {
  const victim = 'viktima@example.al';
  const body = { email: victim, subject: 'E fshehtë', message: 'kanarina e huaj' };
  await shop.guest()(support.contact, { body });
  expect(await textOf(await shop.as({ email: victim }))).not.toContain('kanarina e huaj');
});

test('what somebody who is signed in wrote under another address is theirs alone', async () => {
  const [ana, besa] = [await shop.as({ email: 'era@example.al' }), await shop.as({ email: 'besa@example.al' })];
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.email, 'era@example.al'));
  await besa(support.contact, { body: { email: 'era@example.al', subject: 'Besa', message: 'fjala e besës' } });
  expect(await textOf(ana)).not.toContain('fjala e besës');
  expect(await textOf(besa)).toContain('fjala e besës');
});

test('a guest gets nothing, and somebody ten an hour', async () => {
  expect(await refusal(shop.guest()(privacy.export))).toBe('401 access.notAuthenticated');
  const ana = await shop.as({ email: 'ana@example.al' });
  for (let times = 0; times < 10; times++) await ana(privacy.export);
  expect(await refusal(ana(privacy.export))).toBe('429 limit.reached');
});

/** While it runs, no file is finished. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect();
  await holder.query('begin; lock table farewells');
  try {
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}
const areMade = (count: number) => expect.poll(() => waitingFor(pool)).toHaveLength(count);

test('of the data of an account one file is made at a time, whichever node is asked', async () => {
  const email = 'ilir@example.al';
  const [here, there] = [await shop.as({ email }), await (await shop.anotherNode()).as({ email })];
  let first = Promise.resolve('');
  await whileHeld(async () => {
    first = textOf(here);
    await areMade(1);
    expect(await refusal(there(privacy.export))).toBe('429 privacy.exporting');
    expect(await refusal(here(privacy.export))).toBe('429 privacy.exporting');
  });
  expect(JSON.parse(await first).account[0].email).toBe(email);
  expect(await textOf(there)).toContain(email);
});

test('a node makes two files at a time, and says so to whoever asks for another', async () => {
  const emails = ['a@example.al', 'b@example.al', 'c@example.al'] as const;
  const [one, two, three] = [
    await shop.as({ email: emails[0] }),
    await shop.as({ email: emails[1] }),
    await shop.as({ email: emails[2] }),
  ];
  let both: Promise<string>[] = [];
  await whileHeld(async () => {
    both = [textOf(one), textOf(two)];
    await areMade(2);
    const { statusCode, headers, body } = await three.send({ url: '/api/user/export' });
    expect([statusCode, headers['retry-after'], JSON.parse(body)]).toMatchObject([
      429,
      '5',
      { code: 'privacy.exportsFull', message: 'Tani po shkarkojnë të dhënat edhe të tjerë. Provoni përsëri pas pak.' },
    ]);
  });
  await Promise.all(both);
  for (const client of [three, one]) expect(await textOf(client)).toContain('exportedAt');
});

/** For how long nobody was heard, at most, in ms in which this thread worked: other programs count for nothing. */
function measureTurns(): { end: () => number } {
  const worked = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [longest, before] = [0, worked()];
  const look = () => {
    const now = worked();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const looking = setInterval(look, 5);
  return {
    end() {
      clearInterval(looking);
      look();
      return longest;
    },
  };
}

test('whoever has two hundred thousand auditEvents gets them all, and nobody else waits for it', async () => {
  const id = await newUser(db, { email: 'shume@example.al' });
  for (let times = 0; times < 20; times++)
    await pool.query(
      `insert into audit_log (id, actor_id, action, subject, subject_id, detail)
       select gen_random_uuid(), $1::uuid, 'sessions.end', 'user', $1::uuid::text, '{"ended": 1}' from generate_series(1, 10000)`,
      [id],
    );
  const turns = measureTurns();
  const file = await exportHeld(shop.deps, id);
  const bytes = await file.arrayBuffer();
  const longest = turns.end();
  const { auditEvents } = JSON.parse(Buffer.from(bytes).toString());
  expect(auditEvents).toHaveLength(200_000);
  expect(auditEvents.at(-1)).toMatchObject({ action: 'sessions.end', wasDoneByYou: true });
  // Read and written at once they stop everybody for more than a second.
  expect(longest).toBeLessThan(350);
}, 60_000);
