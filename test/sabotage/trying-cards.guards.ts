/** Nobody finds out here which of many cards are good. */
import type { Guard } from './guard.ts';

const trying = (test: string) => ['server/features/payments/trying-cards.test.ts', test] as const;
const counting = 'server/features/payments/payments.limits.ts';
const service = 'server/features/payments/payments.service.ts';
const store = 'server/features/payments/payments.store.ts';

export const guards: readonly Guard[] = [
  {
    without: 'cards are tried out, as many as one likes',
    file: counting,
    take: "await limiter.attemptIn(tx, { name: 'cardAttempts', key: actor.key });",
    falls: ['test/limits.test.ts', 'cardAttempts are counted where they are made'],
  },
  {
    without: 'cards are tried out all day long',
    file: counting,
    take: "await limiter.attemptIn(tx, { name: 'cardAttemptsOfADay', key: actor.key });",
    falls: ['test/limits.test.ts', 'cardAttemptsOfADay are counted where they are made'],
  },
  {
    without: 'cards are tried out with an account for each',
    file: counting,
    take: "await limiter.attemptIn(tx, { name: 'cardAttemptsOfANetwork', key: network }).catch(sayCrowded);",
    falls: ['test/limits.test.ts', 'cardAttemptsOfANetwork are counted where they are made'],
  },
  {
    without: 'cards are tried out by one machine with an account for each',
    file: counting,
    take: "await limiter.attemptIn(tx, { name: 'cardAttemptsOfAnAddress', key: address }).catch(sayCrowded);",
    falls: ['test/limits.test.ts', 'cardAttemptsOfAnAddress are counted where they are made'],
  },
  {
    without: 'who changes a cart again and again keeps the neighbours from paying by card',
    file: counting,
    take: 'if (!isNewAtProvider) return;',
    falls: trying('a few who change their carts'),
  },
  {
    without: 'who looks at their payment again and again may not pay it',
    file: service,
    take: 'if (isSame && live.isFresh && live.id !== spoiled) return live;',
    leave:
      'await wish.count(tx, { isNewAtProvider: false });\n  if (isSame && live.isFresh && live.id !== spoiled) return live;',
    falls: trying('however often the payment of one cart is looked at again'),
  },
  {
    without: 'who had four cards declined goes on with what was prepared',
    file: service,
    take: 'await refuseWhilePaused(parts.db, wish.userId);',
    leave: 'void refuseWhilePaused;',
    falls: trying('who holds on to what was prepared'),
  },
  {
    without: 'who had four cards declined tries a fifth with another cart',
    file: service,
    take: 'await refuseWhilePaused(tx, userId);',
    leave: 'void refuseWhilePaused;',
    falls: trying('a pause is of one person'),
  },
  {
    without: 'who had four cards declined goes on at the provider',
    file: 'server/features/payments/payments.pause.ts',
    take: 'await giveUp(parts, payment);',
    leave: 'void giveUp;',
    falls: trying('after the fourth card that is declined'),
  },
  {
    without: 'one who had cards declined keeps everybody from paying',
    file: store,
    take: 'from payments where user_id = ${userId})',
    leave: 'from payments where ${userId}::text is not null)',
    falls: trying('a pause is of one person'),
  },
  {
    without: 'a pause never ends',
    file: store,
    take: "interval '15 minutes'",
    leave: "interval '15 hours'",
    falls: trying('a pause ends, and what was declined slowly makes none'),
  },
  {
    without: 'cards that were declined a day ago make a pause',
    file: store,
    take: "range interval '10 minutes' preceding",
    leave: "range interval '10 hours' preceding",
    falls: trying('a pause ends, and what was declined slowly makes none'),
  },
];
