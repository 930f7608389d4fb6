/** What a bank asks back is marked and told, and what comes twice or cannot be keeps nothing else from being written down. */
import type { Guard } from './guard.ts';

const back = (test: string) => ['server/features/payments/given-back.test.ts', test] as const;
const cameBack = (test: string) => ['server/features/payments/came-back.test.ts', test] as const;
const notAll = 'a payment of which not all can be written down';
const written = (test: string) => ['server/features/payments/dispute-mails.test.ts', test] as const;
const disputes = 'server/features/payments/payments.disputes.ts';
const givenBack = 'server/features/payments/payments.given-back.ts';

export const guards: readonly Guard[] = [
  {
    without: 'each message about a dispute is a dispute',
    file: disputes,
    take: 'known[id] === undefined : known[id] !== state',
    leave: "known[id] !== 'won' && known[id] !== 'lost' : state !== 'open'",
    falls: back('a dispute marks payment and order until it is won'),
  },
  {
    without: 'an order stays disputed after its dispute was won',
    file: disputes,
    take: "standing !== 'won'",
    leave: 'standing !== undefined',
    falls: back('a dispute marks payment and order until it is won'),
  },
  {
    without: 'nobody who runs the shop hears that a bank asks money back',
    file: disputes,
    take: "if (dispute.state === 'open') await enqueue",
    leave: 'if (dispute.id === null) await enqueue',
    falls: back('an operator hears of a dispute'),
  },
  {
    without: 'a dispute that was decided is still told of',
    file: 'server/features/payments/disputes.jobs.ts',
    take: "payment?.disputeStatus !== 'open'",
    leave: '!payment',
    falls: back('an operator hears of a dispute'),
  },
  {
    without: 'an administrator is written again of what was told before',
    file: disputes,
    take: 'if (!told) await tellAdmins',
    leave: 'await tellAdmins',
    falls: written('what is decided is told too'),
  },
  {
    without: 'a mail asks for an answer to what was decided',
    file: 'server/features/payments/disputes.jobs.ts',
    take: ' || payment?.disputes[dispute] !== state',
    leave: ' || !payment',
    falls: written('what is decided is told too'),
  },
  {
    without: 'who was an administrator goes on hearing what is paid',
    file: 'server/features/people/people.store.ts',
    take: 'and(eq(users.id, id), isAdmin)',
    leave: 'eq(users.id, id)',
    falls: written('who is an administrator no more is written nothing'),
  },
  {
    without: 'what is paid is told to accounts that were closed, as they were of administrators',
    file: 'server/features/people/people.store.ts',
    take: "and(eq(users.role, 'admin'), users.isActive)",
    leave: "eq(users.role, 'admin')",
    falls: written('each administrator is written once'),
  },
  {
    without: 'what a bank decided is listed as if it could be answered',
    file: 'server/features/payments/payments.doubts.ts',
    take: "where dispute_status = 'open'",
    leave: 'where dispute_status is not null',
    falls: back('an operator hears of a dispute'),
  },
  {
    without: 'what came back and was given again is never written down',
    file: givenBack,
    take: '.toSorted(failedFirst)',
    falls: cameBack('what came back and was given back again'),
  },
  {
    without: 'what is disputed is a ticket while what went back cannot be written down',
    file: 'server/features/payments/payments.settle.ts',
    take: 'if (disputes.length > 0) await',
    leave: 'if (disputes.length > 0 && refunds.length === 0) await',
    falls: cameBack(notAll),
  },
  {
    without: 'nobody sees a payment that can never be settled',
    file: 'server/features/payments/payments.settle.ts',
    take: 'await markUnsettled(db, payment.id);',
    leave: 'if (payment.unsettledAt !== null) await markUnsettled(db, payment.id);',
    falls: cameBack(notAll),
  },
  {
    without: 'a payment that was settled at last is listed for ever',
    file: 'server/features/payments/payments.settle.ts',
    take: 'if (payment.unsettledAt !== null) await markSettled(db, payment.id);',
    falls: cameBack(notAll),
  },
  {
    without: 'an answer about one dispute frees what another holds',
    file: disputes,
    take: 'const states = { ...known, ...Object',
    leave: 'const states = { ...Object',
    falls: cameBack('an answer that names one dispute'),
  },
  {
    without: 'one of two disputes that the provider tells is not looked at',
    file: 'server/gateways/payments/stripe.ts',
    take: 'disputes.list({ payment_intent: intent.id, limit: 100 })',
    leave: 'disputes.list({ payment_intent: intent.id, limit: 1 })',
    falls: ['server/gateways/payments/provider.test.ts', 'what the bank of the card asks back is said'],
  },
  {
    without: 'a mail says that the order is good while another dispute stands',
    file: 'server/features/payments/disputes.emails.ts',
    take: "const isAlone = state !== 'won' || disputeStatus === 'won';",
    leave: 'const isAlone = state !== null || disputeStatus !== null;',
    falls: written('each time that a bank asks for the same money'),
  },
  {
    without: 'who runs the shop does not hear of what was paid for an account that is closed',
    file: 'server/features/payments/payments.settle.ts',
    take: 'await noteClosed(tx, { orderId, userId });',
    falls: ['server/features/payments/doubts.test.ts', 'an order of an account that was closed'],
  },
  {
    without: 'a line that is asked for twice at once breaks the call',
    file: givenBack,
    take: 'positions.indexOf(position) < at;',
    leave: 'positions.indexOf(position) > at;',
    falls: cameBack('a line that is asked for twice at once'),
  },
  {
    without: 'what came back after all lines were given can never be given back here',
    file: givenBack,
    take: 'rest > 0 ? [...given, { position: null, amount: rest }] : given',
    leave: 'given',
    falls: cameBack('what came back after all lines were given'),
  },
  {
    without: 'nobody can find out any more why somebody paid otherwise than asked',
    file: 'server/features/payments/payments.unknown.ts',
    take: 'and action = ${MISMATCH})\n      limit',
    leave: 'and action = ${MISMATCH} and false)\n      limit',
    falls: ['server/features/payments/forgotten-attempts.test.ts', 'an attempt that was replaced is forgotten'],
  },
  {
    without: 'what a test card paid is forgotten with what it did not',
    file: 'server/gateways/payments/sandbox/sandbox.jobs.ts',
    take: " and body ->> 'status' not in ('succeeded', 'processing')",
    falls: ['server/gateways/payments/sandbox/sandbox-sweeps.test.ts', 'of many cards that were tried at one payment'],
  },
];
