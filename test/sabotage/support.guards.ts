/** What is written to the shop: heard once, by whom it is for, and no way to write to strangers. */
import type { Guard } from './guard.ts';

const service = 'server/features/support/support.service.ts';
const heard = (test: string) => ['server/features/support/support.test.ts', test] as const;
const mailed = (test: string) => ['server/features/support/support-mails.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a message whose answer was lost is sent twice',
    file: service,
    take: "if (!(await isFirst(tx, { name: 'supportText', print }))) return;",
    leave: "if (!(await isFirst(tx, { name: 'supportText', print: `${print} ${Math.random()}` }))) return;",
    falls: heard('pressed fifty times at once on two nodes it is one message'),
  },
  {
    without: 'one address fills the table',
    file: service,
    take: 'for (const attempt of counted) await limiter.attemptIn(tx, attempt);',
    leave: 'void [limiter, counted];',
    falls: heard('ten messages of an hour are heard of a person'),
  },
  {
    without: 'whoever leaves the address of somebody else fills their mailbox',
    file: service,
    take: 'return maySendTo(',
    leave: 'return !!limit || maySendTo(',
    falls: mailed('a mailbox that nobody confirmed gets three of a day'),
  },
  {
    without: 'whoever writes under the address of somebody else fills their mailbox',
    file: service,
    take: 'return userId === null || mayWriteTo(',
    leave: 'return !!limit || mayWriteTo(',
    falls: mailed('a mailbox that nobody confirmed gets three of a day'),
  },
  {
    without: 'who closed their account is written about a message',
    file: 'server/features/support/support.store.ts',
    take: 'left join users u on u.id = m.user_id and u.is_active',
    leave: 'left join users u on u.id = m.user_id',
    falls: mailed('who left before it was sent is not written'),
  },
  {
    without: 'what people wrote is kept without end',
    file: 'server/features/support/support.store.ts',
    take: 'where created_at < now() - ${kept}::interval limit ${limit}',
    leave: 'where created_at < now() - ${kept}::interval and false limit ${limit}',
    falls: heard('how many nobody has read is counted'),
  },
  {
    without: 'a message of nothing is sent',
    file: 'web/ui/form/form.tsx',
    take: 'isBusy={isBusy || missing !== undefined}',
    leave: 'isBusy={isBusy}',
    falls: ['web/pages/help.test.tsx', 'while nothing is written there is nothing to send'],
  },
  {
    without: 'whoever makes accounts writes to strangers through the shop as often as they like',
    file: 'server/features/support/support.routes.ts',
    take: "{ name: 'contacts', key: address },",
    leave: "{ name: 'contacts', key: actors.of(request, user).key },",
    falls: heard('whoever makes accounts to leave e-mails'),
  },
  {
    without: 'whoever has a network of addresses writes as a guest as often as they like',
    file: 'server/features/support/support.routes.ts',
    take: "{ name: 'contactsOfANetwork', key: network },",
    leave: '...[network].slice(1).map((key) => ({ name: key, key })),',
    falls: heard('of guests of an IPv6 /48'),
  },
  {
    without: 'whoever makes accounts writes to the shop as often as they like',
    file: 'server/features/support/support.routes.ts',
    take: "{ name: 'supportMessagesOfAnAddress', key: address },",
    leave: '...[address].slice(1).map((key) => ({ name: key, key })),',
    falls: heard('accounts are made at once: those of an address'),
  },
  {
    without: 'whoever makes accounts all over a network writes to the shop as often as they like',
    file: 'server/features/support/support.routes.ts',
    take: "{ name: 'supportMessagesOfANetwork', key: network },",
    leave: '...[network].slice(1).map((key) => ({ name: key, key })),',
    falls: ['test/limits.test.ts', 'supportMessagesOfANetwork are counted'],
  },
];
