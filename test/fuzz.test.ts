/** Requests made from each endpoint's own shapes, and the same requests spoiled: nothing may fail, and the good ones must arrive. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { favorites } from '#core/contract/favorites.ts';
import { endpoints } from '#core/contract/index.ts';
import { privacy } from '#core/contract/privacy.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { users } from '#db/schema/people.ts';
import { ana, arta, besa } from '#db/world.ts';
import { seedDemo } from '#server/seed.ts';
import { makeRestrictedApp, restricted } from './access/restricted-rows.ts';
import { newScene } from './access/scene.ts';
import { lines } from './access/table.ts';
import { takingCards } from './card-buyers.ts';
import { newSessionId, startShop } from './client.ts';
import { askedWithCursor, spoiledCursors } from './cursors.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { paperIdentities } from './paper-identities.ts';
import { anySample, namesOf, plainSample, requestOf, type Sample, send } from './samples.ts';
import { newOrder } from './shoppers.ts';

/** For each call; `npm run prove -- fuzz` asks for more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: paperIdentities() },
  makeApp: makeRestrictedApp,
});
await seedDemo(shop.db);
const dealId = demoDeals(new Date())[0]?.id ?? '';
const sessionId = newSessionId();
const scene = await newScene(shop);
const ofAna = eq(users.email, ana.email);
const [password] = await shop.db.select({ passwordHash: users.passwordHash }).from(users).where(ofAna);
const newEmail = fc.uuid().map((id) => `${id}@example.al`);
/** What random text would hardly ever be. */
const usual = {
  ...{ dealId, sessionId },
  ...{
    username: ana.email,
    password: ana.password,
    current: ana.password,
    email: newEmail,
    passwordHash: 'një gotë me ujë',
  },
};
/** A newcomer has no name but the address. */
const unusual = new Map<Endpoint, object>([[accounts.register, { username: undefined }]]);

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('%', '_', '\\', '%_\\', "' or 1=1 --", '\u0000', '\ud800', '__proto__', '../../etc', '‮zalgo͎'),
  fc.constantFrom('ë'.repeat(500), 'tirana', 'all', 'hair', dealId, sessionId),
);
const bytes = fc.uint8Array({ maxLength: 200 });
const value = fc.oneof(
  hostile,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(-1, 0, 1, 99, 100, 1e21, 2 ** 53),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A good request with some fields of one part replaced, or with a body that is anything. */
function spoiled(endpoint: Endpoint, good: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> {
  const over = (part: 'query' | 'body', values: fc.Arbitrary<unknown>, more: string[]) =>
    fc
      .tuple(good, fc.dictionary(fc.constantFrom(...namesOf(endpoint[part]), ...more), values))
      .map(([sample, fields]) => ({ ...sample, [part]: { ...sample[part], ...fields } }));
  const inPath = fc
    .tuple(
      good,
      hostile.filter((text) => text.isWellFormed()),
    )
    .map(([sample, text]) => ({
      ...sample,
      params: Object.fromEntries(Object.keys(sample.params ?? {}).map((name) => [name, text])),
    }));
  return fc.oneof(
    over('query', hostile, ['x']),
    ...(endpoint.params ? [inPath] : []),
    ...(endpoint.bodyKind === 'raw'
      ? [fc.tuple(good, bytes).map(([sample, body]) => ({ ...sample, body: body as never }))]
      : []),
    ...(endpoint.body ? [over('body', value, ['role', 'userId', 'price'])] : []),
    ...(endpoint.body
      ? [fc.tuple(good, fc.jsonValue()).map(([sample, body]) => ({ ...sample, body: body as never }))]
      : []),
  );
}

const all: typeof endpoints = [...endpoints, ...Object.entries(restricted)];
/** Who of the demo shop asks, where not all do. */
const comeIn = async (endpoint: Endpoint) =>
  shop.as({ anyone: ana, user: ana, dealer: besa, admin: arta }[endpoint.access]);
/** Makes what the call is about, as for its line of the table. */
const makeKnown = async (endpoint: Endpoint) =>
  lines.find((its) => its.endpoint === endpoint)?.known?.(scene, { ...scene.admin, id: ana.id, email: ana.email });

test.each(all)(
  '%s never fails, whatever is sent, and what its shapes let in arrives',
  async (_name, endpoint) => {
    // Whoever set another one shut her out of what asks for it.
    await shop.db
      .update(users)
      .set(password ?? {})
      .where(ofAna);
    const buyer = await shop.as(ana);
    const people = [shop.guest(), buyer, await shop.as(besa), await shop.as(arta)];
    const line = await send(buyer, cart.add, { dealId, sessionId });
    const known = {
      id: dealId,
      ...(await makeKnown(endpoint)),
      ...usual,
      ...unusual.get(endpoint),
      itemId: line.json().id,
    };
    const good = anySample(endpoint, known);
    const requests = fc.record({
      who: fc.constantFrom(...people),
      sent: fc.oneof(
        good.map((sample) => ({ isGood: true, sample })),
        spoiled(endpoint, good).map((sample) => ({ isGood: false, sample })),
      ),
    });
    const figures = { good: 0, served: 0 };
    await fc.assert(
      fc.asyncProperty(requests, async ({ who, sent }) => {
        // Whoever leaves is gone for all that follows.
        const asker = endpoint === privacy.close ? await shop.as({ email: `${newSessionId()}@example.al` }) : who;
        const answer = await asker.send(requestOf(endpoint, sent.sample));
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        if (answer.statusCode >= 400) expect(answer.json().message).toBeTypeOf('string');
        else if (!endpoint.fileTypes) endpoint.answer.parse(answer.json());
        if (sent.isGood) figures.good++;
        if (sent.isGood && answer.statusCode < 400) figures.served++;
      }),
      {
        numRuns: RUNS,
        examples: [[{ who: await comeIn(endpoint), sent: { isGood: true, sample: plainSample(endpoint, known) } }]],
      },
    );
    expect(figures.served, `served of ${figures.good} good requests`).toBeGreaterThan(0);
  },
  Math.max(60_000, RUNS * 100),
);

test.each(endpoints.filter(([, endpoint]) => endpoint.pageSize !== undefined))(
  'a cursor of %s with any part changed is read or refused',
  async (_name, endpoint) => {
    const buyer = await shop.as(ana);
    for (const { id = '' } of demoDeals(new Date()).slice(0, 2)) {
      await buyer(favorites.add, { body: { dealId: id, sessionId } });
      await newOrder(shop.db, { userId: ana.id, sessionId });
      await makeKnown(endpoint);
    }
    const asker = await comeIn(endpoint);
    for (const { asked, cursor } of await askedWithCursor(asker, endpoint)) {
      const cursors = [cursor, ...spoiledCursors(cursor)];
      const answers = await Promise.all(
        cursors.map((each) => asker.send(requestOf(endpoint, { ...asked, query: { ...asked.query, cursor: each } }))),
      );
      const seen = answers.map(({ statusCode }) => statusCode);
      expect(seen[0], `${JSON.stringify(asked)} ${answers[0]?.body}`).toBe(200);
      expect(cursors.filter((_, n) => seen[n] !== 200 && seen[n] !== 400)).toEqual([]);
    }
  },
);

test('nothing that was sent made the shop fail', () => {
  expect(shop.log.lines.filter((line) => line.level === 'error')).toEqual([]);
});
