/** What is asked again after a change, so that no screen shows what was before it. */
import type { Guard } from './guard.ts';

const useLinked = 'web/features/identities/use-linked.ts';
const reset = (test: string) => ['web/pages/reset.test.tsx', test] as const;
const confirmed = (test: string) => ['web/pages/ordering/use-confirm-order.test.tsx', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever was signed in before another password was set stays so on the screen',
    file: 'web/features/accounts/use-mailed-links.ts',
    take: "if (how !== 'over') await askWhoIsHere(queries);",
    leave: 'void [askWhoIsHere, queries];',
    falls: reset('whoever was signed in is not any more once a password was set'),
  },
  {
    without: 'an address that was just confirmed is called unconfirmed',
    file: 'web/features/accounts/use-mailed-links.ts',
    take: 'await queries.invalidateQueries({ queryKey: userQuery.queryKey });',
    leave: 'void [queries, userQuery];',
    falls: ['web/pages/verify.test.tsx', 'who is signed in to the account presses once'],
  },
  {
    without: 'who asks for another mail does not see that the address was confirmed elsewhere',
    file: 'web/features/accounts/unconfirmed-email.tsx',
    take: 'return queries.invalidateQueries({ queryKey: userQuery.queryKey });',
    leave: 'void [queries, userQuery];',
    falls: ['web/pages/settings.test.tsx', 'who asks for another mail sees whether the address was confirmed'],
  },
  {
    without: 'an account elsewhere that was just linked is missing',
    file: useLinked,
    take: 'void queries.invalidateQueries(linkedQuery);',
    leave: 'void queries;',
    falls: ['web/pages/link.test.tsx', 'whoever Google vouches for confirms it with the password'],
  },
  {
    without: 'an account elsewhere that was unlinked, and sessions that are over with it, stand there still',
    file: useLinked,
    take: 'void queries.invalidateQueries({ queryKey: [urlOf(row)] });',
    leave: 'void [row, queries];',
    falls: ['web/features/identities/linked-accounts.test.tsx', 'one is unlinked with the password, and it is said'],
  },
  {
    without: 'sessions that are over by another password stand there still',
    file: 'web/features/settings/password-form.tsx',
    take: 'void queries.invalidateQueries(sessionsQuery);',
    leave: 'void [queries, sessionsQuery];',
    falls: ['web/features/settings/security-section.test.tsx', 'another password is sent with the one before'],
  },
  {
    without: 'what could not be canceled is shown as it was',
    file: 'web/features/orders/use-orders.ts',
    take: '      void queries.invalidateQueries(oneQuery(id));\n',
    falls: ['web/pages/order-canceled.test.tsx', 'is shown as it ended, once it cannot be taken back here'],
  },
  {
    without: 'a history that was asked for before an order hides it',
    file: 'web/features/orders/use-orders.ts',
    take: '  await Promise.all(asked.map(({ queryKey }) => queries.cancelQueries({ queryKey })));\n',
    falls: confirmed('a history that was asked for before an order was made'),
  },
  {
    without: 'an order that is found later is told of and shown nowhere',
    file: 'web/pages/ordering/unanswered-order.tsx',
    take: '    void learnOrder({ userId: confirmation.userId, order: data });\n',
    falls: ['web/pages/ordering/lost-answers.test.tsx', 'an order that is found later stands among the open ones'],
  },
  {
    without: 'what became of an order is taken for what became of a later one',
    file: 'web/pages/ordering/use-confirm-order.ts',
    take: 'if (keptConfirmation()?.key === key) keepConfirmation(outcome);',
    leave: 'keepConfirmation(outcome);',
    falls: confirmed('takes nothing away from a later one'),
  },
  {
    without: 'a list that was asked for before something was saved takes it back',
    file: 'web/features/favorites/use-favorites.ts',
    take: '      await queries.cancelQueries({ queryKey });\n',
    falls: ['web/features/favorites/use-favorites.test.tsx', 'a list that was asked for before something was saved'],
  },
  {
    without: 'an order that was seen among others is shown as it was then',
    file: 'web/features/orders/use-orders.ts',
    take: ', initialDataUpdatedAt: 0',
    falls: ['web/pages/order.test.tsx', 'an order that was seen among the others is there at once, and as it is now'],
  },
  {
    without: 'who adds without end makes others add twice',
    file: 'server/features/cart/cart.store.ts',
    take: 'where user_id = ${addition.userId} and created_at < (',
    leave: 'where created_at < (',
    falls: ['server/features/cart/cart-additions.test.ts', 'who adds without end leaves no more keys'],
  },
];
