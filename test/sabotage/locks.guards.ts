/** Locks, and what makes a repeated or simultaneous call harmless. */
import type { Guard } from './guard.ts';

const cart = 'server/features/cart/cart.store.ts';
const favorites = 'server/features/favorites/favorites.store.ts';
const closing = (test: string) => ['server/features/accounts/closing.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an order and the closing of its dealer wait for each other',
    file: cart,
    take: 'await keepDealers(tx, userId);',
    leave: 'void keepDealers;',
    falls: closing('an order keeps the accounts it buys from'),
  },
  {
    without: 'a closing and the orders of its deals wait in a circle',
    file: 'db/migrations/0001_rules.sql',
    take: '  perform from deals where user_id = new.id and is_active order by id for no key update;\n',
    falls: closing('closing an account waits for orders of its deals in their order'),
  },
  {
    without: 'adding changes a cart that is being ordered',
    file: 'server/features/cart/cart.service.ts',
    take: 'await lockCart(tx, userId);\n    if (key',
    leave: 'if (key',
    falls: ['server/features/cart/cart.test.ts', 'every write to a cart waits until it is alone'],
  },
  {
    without: 'a confirmation whose answer was lost orders twice',
    file: 'server/features/orders/orders.service.ts',
    take: '    if (made) return made;\n',
    falls: ['server/features/orders/orders-key.test.ts', 'a confirmation that is sent again makes no second order'],
  },
  {
    without: 'an answer that was lost adds twice',
    file: 'server/features/cart/cart.service.ts',
    take: 'key === undefined || (await isNewAddition(tx, { userId, key }))',
    leave: 'true',
    falls: ['server/features/cart/cart-additions.test.ts', 'an addition that is sent again with its key happens once'],
  },
  {
    without: 'removing changes a cart that is being ordered',
    file: 'server/features/cart/cart.service.ts',
    take: 'await lockCart(tx, userId);\n    return { removed',
    leave: 'return { removed',
    falls: ['server/features/cart/cart.test.ts', 'every write to a cart waits until it is alone'],
  },
  {
    without: 'changing a quantity changes a cart that is being ordered',
    file: 'server/features/cart/cart.service.ts',
    take: 'await lockCart(tx, userId);\n    // Zero',
    leave: '// Zero',
    falls: ['server/features/cart/cart.test.ts', 'every write to a cart waits until it is alone'],
  },
  {
    without: 'forgetting does not wait for saving',
    file: favorites,
    take: 'await lockKeeper(tx, wish);\n  await tx.delete',
    leave: 'await tx.delete',
    falls: ['server/features/favorites/favorites.test.ts', 'every write to favourites waits until it is alone'],
  },
  {
    without: "a guest's favourites change while they join an account",
    file: favorites,
    take: 'await lockKeeper(tx, guest);',
    falls: ['server/features/favorites/favorites.test.ts', 'every write to favourites waits until it is alone'],
  },
  {
    without: "an account's favourites change while a guest's join them",
    file: favorites,
    take: 'await lockKeeper(tx, { userId, browser: null });',
    falls: ['server/features/favorites/favorites.test.ts', 'every write to favourites waits until it is alone'],
  },
  {
    without: 'what the account had already is kept twice',
    file: favorites,
    take: 'and exists (select 1 from favorites where user_id = ${userId} and deal_id = f.deal_id)',
    leave: 'and false',
    falls: ['server/features/favorites/favorites.test.ts', 'what a guest saved joins the account at sign-in'],
  },
  {
    without: 'guests of one address who like a deal at the same moment break it',
    file: favorites,
    take: 'await lock(tx, `like ${dealId} ${likedFrom}`);',
    falls: ['server/features/favorites/favorites.test.ts', 'guests of one address are one like a day'],
  },
  {
    without: 'saving again counts another like',
    file: favorites,
    take: 'if (kept) return kept;',
    falls: ['server/features/favorites/favorites.test.ts', 'saving again answers the same'],
  },
  {
    without: 'a deadlock is the answer',
    file: 'server/kit/db/transaction.ts',
    take: 'if (attempt === ATTEMPTS || !isConflict(error)) throw error;',
    leave: 'throw error;',
    falls: ['server/kit/db/transaction.test.ts', 'two transactions that lock the same rows in opposite order'],
  },
  {
    without: 'what failed for good is tried again',
    file: 'server/kit/db/transaction.ts',
    take: 'attempt === ATTEMPTS || !isConflict(error)',
    leave: 'attempt === ATTEMPTS',
    falls: ['server/kit/db/transaction.test.ts', 'a transaction that throws leaves nothing behind'],
  },
  {
    without: 'nodes that start together migrate together',
    file: 'server/kit/db/migration-turn.ts',
    take: 'pg_try_advisory_lock($1) as mine',
    leave: '$1::bigint > 0 as mine',
    falls: ['server/kit/db/migrate.test.ts', 'nodes that start at the same moment migrate once'],
  },
  {
    without: 'a repeated confirmation is an empty cart',
    file: 'server/features/orders/orders.service.ts',
    take: 'if (snapshot === null) return repeatedOrder(tx, confirmation);',
    leave: "if (snapshot === null) throw new AppError(400, 'cart.empty');",
    falls: ['server/features/orders/orders.test.ts', 'repeating the confirmation answers the same order'],
  },
  {
    without: 'the order of last month is answered for an empty cart',
    file: cart,
    take: ' and ${carts.closedAt} > clock_timestamp() - ${REPEATABLE}',
    falls: ['server/features/orders/orders.test.ts', 'ten minutes later an empty cart is an empty cart'],
  },
  {
    without: 'a cart that was used again answers the order before',
    file: cart,
    take: '${carts.touchedAt} <= ${carts.closedAt} and ',
    falls: ['server/features/orders/orders.test.ts', 'repeating the confirmation answers the same order'],
  },
  {
    without: 'a clock that is put back makes a cart that was used again the one that was ordered',
    file: cart,
    take: "greatest(clock_timestamp(), ${carts.closedAt} + interval '1 microsecond')",
    leave: 'clock_timestamp()',
    falls: ['server/features/orders/orders.test.ts', 'a cart used after a clock was put back'],
  },
  {
    without: 'removing a line again for ever answers the same',
    file: cart,
    take: 'and(own(line), recently)',
    leave: 'own(line)',
    falls: ['server/features/cart/cart.test.ts', 'removing a line answers the same for ten minutes'],
  },
];
