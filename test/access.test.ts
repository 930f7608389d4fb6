import { describe, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { favorites } from '#core/contract/favorites.ts';
import type { Access } from '#core/domain/access.ts';
import { makeRestrictedApp, restricted } from './access/restricted-rows.ts';
import { rowsOfScene } from './access/rows-of-scene.ts';
import { type ActorName, actors, newScene, type Scene } from './access/scene.ts';
import { type Line, lines } from './access/table.ts';
import { takingCards } from './card-buyers.ts';
import { startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { paperIdentities } from './paper-identities.ts';
import { namesOf, send } from './samples.ts';

const { config, parts } = takingCards(fakePaymentProvider());
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: paperIdentities() },
  makeApp: makeRestrictedApp,
});

const USUAL: Record<string, string> = { 401: 'access.notAuthenticated', 403: 'access.forbidden' };

/** What each actor is answered, such as `200` or `404 deals.notFound`; 200 stands for the status that the endpoint says. */
function cellsOf({ answers, endpoint }: Line & { endpoint: Endpoint }): Record<ActorName, string> {
  const words = answers.split(/\s+/);
  const codes = { ...USUAL, ...Object.fromEntries(words.slice(actors.length).map((word) => word.split('='))) };
  const cells = actors.map((actor, column) => {
    const word = words[column] ?? '';
    const status = word === '200' ? `${endpoint.status ?? 200}` : word;
    return [actor, codes[status] ? `${status} ${codes[status]}` : status] as const;
  });
  return Object.fromEntries(cells) as Record<ActorName, string>;
}

/** Whoever only looks or is refused changes nothing, so they share people and things. */
const untouched = await newScene(shop);
const asItWas = await rowsOfScene(shop.pool, untouched);

describe.each(lines)('$name', (line) => {
  let own: Promise<Scene> | undefined;
  const sceneFor = (expected: string) => {
    if (line.endpoint.method === 'GET' || Number.parseInt(expected, 10) >= 400) return untouched;
    own ??= newScene(shop);
    return own;
  };

  test.each(Object.entries(cellsOf(line)) as [ActorName, string][])('answers %s with %s', async (name, expected) => {
    const scene = await sceneFor(expected);
    const actor = scene[name];
    const known = { ...scene, id: scene.dealId, ...(await line.known?.(scene, actor)) };
    const answer = await send(actor.client, line.endpoint, known);
    const { statusCode } = answer;
    expect(statusCode < 400 ? `${statusCode}` : `${statusCode} ${answer.json().code}`, answer.body).toBe(expected);
    if (name !== 'user') expect(answer.body, "says nothing of another's cart").not.toContain(scene.user.itemId);
  });
});

const mayCall: Record<Access, readonly ActorName[]> = {
  anyone: actors,
  user: ['user', 'other', 'dealer', 'otherDealer', 'admin'],
  dealer: ['dealer', 'otherDealer', 'admin'],
  admin: ['admin'],
};

/** Where anybody may call, but not as somebody whose account is closed. */
const notForTheDisabled = new Set<Endpoint>([accounts.login, accounts.reset, accounts.verify, cart.list]);

test('every call serves everybody who may call it, at least with what is theirs', () => {
  for (const { endpoint, name } of lines) {
    const cells = lines.filter((line) => line.endpoint === endpoint).map(cellsOf);
    for (const actor of mayCall[endpoint.access]) {
      if (actor === 'disabled' && notForTheDisabled.has(endpoint)) continue;
      expect(
        cells.some((cell) => Number(cell[actor]) < 400),
        `${name} for ${actor}`,
      ).toBe(true);
    }
  }
});

/** Whoever forgets what they saved is told nothing of it. */
const tellsNothing = new Set<Endpoint>([favorites.remove]);
const namesDeal = ({ endpoint, name }: Pick<(typeof lines)[number], 'endpoint' | 'name'>) =>
  [endpoint.params, endpoint.query, endpoint.body]
    .flatMap(namesOf)
    .includes(name.startsWith('deals.') ? 'id' : 'dealId');

test('every call that is told of a deal is asked about a hidden one', () => {
  const asked = new Set(lines.filter(({ about }) => about === 'a hidden deal').map(({ endpoint }) => endpoint));
  const unasked = lines.filter(({ endpoint }) => !asked.has(endpoint) && !tellsNothing.has(endpoint));
  expect(unasked.filter(namesDeal).map(({ name }) => name)).toEqual([]);
  const told = ([noun, endpoint]: [string, Endpoint]) => namesDeal({ name: `${noun}.get`, endpoint });
  expect([told(['cart', cart.add]), told(['deals', deals.get]), told(['cart', cart.clear])]).toEqual([
    true,
    true,
    false,
  ]);
});

test('an answer carries what its endpoint promises and nothing else', async () => {
  const { admin } = untouched;
  for (const endpoint of Object.values(restricted))
    expect((await send(admin.client, endpoint)).json()).toEqual({ success: true });
});

test('whoever only looked or was refused has changed nothing', async () => {
  expect(Object.keys(asItWas)).toEqual(expect.arrayContaining(['cart_items', 'carts', 'deals', 'sessions', 'users']));
  expect(await rowsOfScene(shop.pool, untouched)).toEqual(asItWas);
});
