/** What goes back to a card is what was paid with it, once. */
import type { Guard } from './guard.ts';

const back = (test: string) => ['server/features/payments/given-back.test.ts', test] as const;
const settling = (test: string) => ['server/features/payments/payments.test.ts', test] as const;
const later = (test: string) => ['server/features/payments/reconcile.test.ts', test] as const;
const slow = (test: string) => ['server/features/payments/slow-refunds.test.ts', test] as const;
const standing = 'refunds that a bank takes its time with keep no other waiting';
const refund = 'server/features/payments/payments.refund.ts';
const givenBack = 'server/features/payments/payments.given-back.ts';

export const guards: readonly Guard[] = [
  {
    without: 'more is given back than is left of what was paid',
    file: givenBack,
    take: ' || sum(rows.map(({ amount }) => amount)) > left',
    falls: back('what the provider gives back by itself is a sum'),
  },
  {
    without: 'nobody can give back the rest after a part was given back at the provider',
    file: givenBack,
    take: 'wish.positions ? asked : allOf(left, asked)',
    leave: 'asked',
    falls: back('after the provider gave back a part by itself'),
  },
  {
    without: 'what came back from the bank is never given back',
    file: givenBack,
    take: "const counts = ne(refunds.status, 'failed');",
    leave: 'const counts = ne(refunds.amount, 0);',
    falls: back('what a bank sends back has failed'),
  },
  {
    without: 'an old answer says that what failed was given back',
    file: givenBack,
    take: "ours?.status === 'failed' || ",
    falls: back('what a bank sends back has failed'),
  },
  {
    without: 'an old answer says that what was given back is under way',
    file: givenBack,
    take: " || (ours?.status === 'succeeded' && state === 'pending')",
    falls: back('what a bank sends back has failed'),
  },
  {
    without: 'what was asked for is written down again when the provider tells of it',
    file: givenBack,
    take: ' ?? known.find(isAsked(refund))',
    falls: back('a refund whose call was lost after it was done'),
  },
  {
    without: 'what the provider gave back is written down each time it is told',
    file: givenBack,
    take: 'providerRefundId === refund.id) ?? known',
    leave: 'providerRefundId === refund.key) ?? known',
    falls: back('what the provider gives back by itself is a sum'),
  },
  {
    without: 'an order counts as refunded from the first line on',
    file: givenBack,
    take: 'const isRefunded = sum?.cents === payment.chargedAmount;',
    leave: 'const isRefunded = Boolean(sum?.cents);',
    falls: back('a line is given back'),
  },
  {
    without: 'an order stays refunded although its buyer never got the money',
    file: givenBack,
    take: 'if (!(await markRefunded(tx, orderId, isRefunded))) return;',
    leave: 'if (!isRefunded || !(await markRefunded(tx, orderId, isRefunded))) return;',
    falls: back('an order that was given back whole is refunded no more'),
  },
  {
    without: 'what was given back is marked as paid for again',
    file: 'db/migrations/0001_rules.sql',
    take: ' and order_is_charged(new.id)',
    falls: back('an order that was given back whole is refunded no more'),
  },
  {
    without: 'what the provider will not give back is asked for each minute',
    file: refund,
    take: 'if (error instanceof Refused) return null;',
    leave: 'void Refused;',
    falls: back('what the provider will not give back has failed'),
  },
  {
    without: 'a line whose bank takes days is given back every day',
    file: refund,
    take: 'const said = known ?? ',
    leave: 'const said = ',
    falls: slow('a line whose bank takes days is given back once'),
  },
  {
    without: 'what the provider made and does not list is given back again',
    file: refund,
    take: 'if (!known && providerRefundId !== null) continue;',
    falls: ['server/features/payments/standing-failures.test.ts', standing],
  },
  {
    without: 'one provider is asked to give back what another was paid',
    file: givenBack,
    take: 'p.provider = ${provider} and r.status',
    leave: '${provider}::text is not null and r.status',
    falls: ['server/features/payments/standing-failures.test.ts', standing],
  },
  {
    without: 'a second refund with the key of ours keeps its payment from being settled',
    file: givenBack,
    take: " && providerRefundId === null && status === 'pending'",
    leave: " && (providerRefundId === null || status !== 'failed')",
    falls: slow('what goes back twice with one key is two'),
  },
  {
    without: 'a line that was given back is called failed, and given back again',
    file: givenBack,
    take: ", eq(refunds.status, 'pending'), isNull(refunds.providerRefundId)",
    falls: slow('what the provider knows is not called refused'),
  },
  {
    without: 'an attempt that is paid while it is given up makes no order',
    file: 'server/features/payments/payments.give-up.ts',
    take: 'if (error instanceof NotOpen) return cards.find(id);',
    leave: 'if (error instanceof NotOpen) return null;',
    falls: later('an attempt that was paid in the moment it was given up'),
  },
  {
    without: 'a card takes out of the next cart what cash took out of the last',
    file: 'server/features/payments/payments.settle.ts',
    take: 'cart?.generation === cartGeneration',
    leave: 'cart !== null',
    falls: settling('a cart that is ordered in cash while a card pays'),
  },
  {
    without: 'who ordered in cash while a card paid has paid for nothing',
    file: 'server/features/payments/payments.settle.ts',
    take: '(await isOrdered(tx, cartGeneration)) ? id : cartGeneration',
    leave: '(await isOrdered(tx, id)) ? id : cartGeneration',
    falls: settling('a cart that is ordered in cash while a card pays'),
  },
];
