import { beforeEach, expect, test } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { hydrate } from '#test/dom.tsx';
import { ana, dealNumber, fakeServer, lineOf, signIn } from '#test/fake-server.ts';
import { userQuery } from '#web/features/accounts/use-user.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { Page as Cart } from './cart.page.tsx';
import { Page as Favorites } from './favorites.page.tsx';

const deal = dealNumber(1);
const line = lineOf(deal);

beforeEach(() => {
  signIn();
  fakeServer({
    'GET /api/auth/me': () => ({ user: ana }),
    'GET /api/cart/': () => [line],
    'GET /api/favorites/': () => [line],
  });
});

test.each([
  ['cart', Cart, cart.list],
  ['favorites', Favorites, favorites.list],
])('the page of the %s hydrates, though its lines are known by then', (_name, Page, row) => {
  const differences = hydrate(<Page />, (queries) => {
    queries.setQueryData(userQuery.queryKey, ana);
    queries.setQueryData([urlOf(row, { params: { sessionId: sessionId() } })], [line]);
  });
  expect(differences).toEqual([]);
});
