/** Who may do what, and that what is another's is as if it were not there. */
import type { Guard } from './guard.ts';

const serve = 'server/kit/http/serve.ts';
const access = 'core/domain/access.ts';
const table = (call: string) => ['test/access.test.ts', call] as const;
const cart = 'server/features/cart/cart.store.ts';
const orders = 'server/features/orders/orders.store.ts';
const favorites = 'server/features/favorites/favorites.store.ts';

export const guards: readonly Guard[] = [
  {
    without: 'guests pass as somebody',
    file: access,
    take: 'if (!who) return false;',
    leave: 'if (!who) return true;',
    falls: table('restricted.toUsers answers guest'),
  },
  {
    without: 'everybody may do what administrators may',
    file: access,
    take: "access === 'dealer' && who.canPostDeals",
    leave: 'who.canPostDeals',
    falls: table('restricted.toAdmins answers dealer'),
  },
  {
    without: 'everybody may do what dealers may',
    file: access,
    take: "access === 'dealer' && who.canPostDeals",
    leave: "access === 'dealer'",
    falls: table('restricted.toDealers answers user'),
  },
  {
    without: 'administrators may not do what dealers may',
    file: access,
    take: "who.role === 'admin' || access === 'user'",
    leave: "access === 'user'",
    falls: table('restricted.toDealers answers admin'),
  },
  {
    without: 'rows that ask for somebody serve everybody',
    file: serve,
    take: 'if (user !== undefined) checkAccess(access, user);',
    falls: table('restricted.toAdmins answers user'),
  },
  {
    without: 'a disabled account goes on with its old cookie',
    file: 'server/kit/http/sessions.ts',
    take: ' and u.is_active',
    falls: [
      'server/features/accounts/closing.test.ts',
      'a session that came back after its account was closed, as from an old backup, lets nobody in',
    ],
  },
  {
    without: 'a disabled account signs in',
    file: 'server/features/people/people.store.ts',
    take: 'users.isActive, isSame',
    leave: 'isSame',
    falls: table('accounts.login answers disabled'),
  },
  {
    without: "one changes or removes another's line of the cart",
    file: cart,
    take: 'and(eq(cartItems.id, itemId), eq(cartItems.userId, userId))',
    leave: 'eq(cartItems.id, itemId)',
    falls: table("cart.update of the user's line answers other"),
  },
  {
    without: 'one sees the carts of all',
    file: cart,
    take: '${cartItems.userId} = ${userId} and ${present}',
    leave: '${present}',
    falls: table('cart.list answers other'),
  },
  {
    without: 'clearing a cart clears those of all',
    file: cart,
    take: 'return markRemoved(tx, userId, eq(cartItems.userId, userId));',
    leave: 'return markRemoved(tx, userId, undefined);',
    falls: [
      'server/features/cart/cart.test.ts',
      'another user sees nothing of a cart and cannot tell a line from no line',
    ],
  },
  {
    without: 'an order empties the carts of all',
    file: cart,
    take: 'await tx.delete(cartItems).where(and(eq(cartItems.userId, userId), present));',
    leave: 'await tx.delete(cartItems).where(present);',
    falls: [
      'server/features/orders/orders.test.ts',
      'an order takes the lines of its buyer and leaves those of others',
    ],
  },
  {
    without: 'an order takes the lines of all',
    file: cart,
    take: '.where(and(eq(cartItems.userId, userId), present))\n    .orderBy',
    leave: '.where(present)\n    .orderBy',
    falls: ['server/features/orders/orders.test.ts', "another user with the buyer's session id"],
  },
  {
    without: 'one sees the orders of all',
    file: orders,
    take: 'where user_id = ${userId} and status =',
    leave: 'where ${userId}::text is not null and status =',
    falls: ['server/features/orders/orders.test.ts', "another user with the buyer's session id"],
  },
  {
    without: 'one sees the favourites of all',
    file: favorites,
    take: 'where ${ownRows(keeper)} and',
    leave: 'where',
    falls: ['server/features/favorites/favorites.test.ts', "nobody touches anybody else's favourites"],
  },
  {
    without: 'one forgets the favourites of all',
    file: favorites,
    take: 'and(ownRows(wish), eq(favorites.dealId, wish.dealId))',
    leave: 'eq(favorites.dealId, wish.dealId)',
    falls: ['server/features/favorites/favorites.test.ts', "nobody touches anybody else's favourites"],
  },
  {
    without: 'one guest touches what another saved',
    file: favorites,
    take: 'and(isNull(favorites.userId), eq(favorites.browser, browser))',
    leave: 'isNull(favorites.userId)',
    falls: ['server/features/favorites/favorites.test.ts', "who knows a guest's session id"],
  },
  {
    without: 'an address likes a deal as often as it likes',
    file: favorites,
    take: 'return (await tx.$count(favorites, before)) === 0;',
    leave: 'return before !== undefined;',
    falls: ['server/features/favorites/favorites.test.ts', 'guests of one address are one like a day'],
  },
  {
    without: 'who signs in after saving as a guest is no like',
    file: 'db/migrations/0001_rules.sql',
    take: 'where after.is_like and not before.is_like), 1);',
    leave: 'where false), 1);',
    falls: ['server/features/favorites/favorites.test.ts', 'guests of one address are one like a day'],
  },
  {
    without: 'what guests saved is kept for good',
    file: favorites,
    take: 'and created_at < now() - ${kept}::interval',
    leave: 'and false',
    falls: ['server/jobs.test.ts', 'recurring work removes'],
  },
  {
    without: 'everybody who is signed in opens a hidden deal',
    file: 'server/features/deals/deals.routes.ts',
    take: "(user.role !== 'admin' && user.id !== found.ownerId)",
    leave: 'false',
    falls: table('deals.get of a hidden deal answers other'),
  },
  {
    without: 'another dealer opens a hidden deal',
    file: 'server/features/deals/deals.routes.ts',
    take: 'user.id !== found.ownerId',
    leave: '!user.canPostDeals',
    falls: table('deals.get of a hidden deal answers otherDealer'),
  },
  {
    without: "a hidden deal's answer may be kept by proxies",
    file: 'server/features/deals/deals.routes.ts',
    take: "reply.header('cache-control', 'no-store');",
    falls: ['server/features/deals/deals.test.ts', 'hidden, inactive and deleted deals open for their owner'],
  },
  {
    without: 'dealers buy from themselves',
    file: 'server/features/cart/cart.service.ts',
    take: "if (offer.dealerId === wish.userId) throw new AppError(409, 'deals.own');",
    falls: table("cart.add of the dealer's deal answers dealer"),
  },
  {
    without: 'a row for everybody asks nobody for the right that it names',
    file: 'server/kit/http/serve.ts',
    take: "if (isPublic && (access !== 'anyone' || writes))",
    leave: 'if (false)',
    falls: ['server/kit/http/serve-refusals.test.ts', 'a row for everybody that not anyone may ask cannot be mounted'],
  },
  {
    without: 'the owner of a hidden deal reads that it is absent until it is known who they are',
    file: 'web/pages/deal.page.tsx',
    take: '(isFetching || isWhoAsked)',
    leave: 'isFetching',
    falls: ['web/pages/deal-hidden.test.tsx', 'while nobody knows who is here it is not called absent'],
  },
  {
    without: 'a hidden deal is absent for good where nobody can tell who is here',
    file: 'web/pages/deal.page.tsx',
    take: "visitor.state === 'failed' ? visitor : ",
    falls: ['web/pages/deal-hidden.test.tsx', 'where nobody can tell who is here'],
  },
  {
    without: 'a hidden deal is absent for good where its call fails once',
    file: 'web/pages/deal.page.tsx',
    take: ' : error && { error, retry: () => void refetch() };',
    leave: ' : null;',
    falls: ['web/pages/deal-hidden.test.tsx', 'where nobody can tell whether it is theirs'],
  },
];
