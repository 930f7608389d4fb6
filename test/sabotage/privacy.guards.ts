/** One's data is told whole and to oneself alone; whoever leaves is gone, and nobody leaves for somebody else. */
import type { Guard } from './guard.ts';

const rules = 'db/migrations/0001_rules.sql';
const service = 'server/features/privacy/privacy.service.ts';
const store = 'server/features/privacy/privacy.store.ts';
const told = (test: string) => ['server/features/privacy/exporting.test.ts', test] as const;
const left = (test: string) => ['server/features/privacy/leaving.test.ts', test] as const;
const mailed = (test: string) => ['server/features/privacy/farewells.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'whoever finds a session open closes the account',
    file: 'server/features/people/owner.ts',
    take: 'if (!(await limiter.tryAccount(guesser, isIt))) throw wrongPassword(field);',
    leave: 'await limiter.tryAccount(guesser, isIt);',
    falls: left('only the owner may'),
  },
  {
    without: 'two administrators leave at once, and nobody runs the shop',
    file: service,
    take: "if (user.role === 'admin') await lockAdmins(tx);",
    leave: 'void lockAdmins;',
    falls: left('the last administrator stays'),
  },
  {
    without: 'somebody loses what they paid for without having been told',
    file: service,
    take: 'if (losesSome && !givesUp)',
    leave: 'if (losesSome && givesUp && false)',
    falls: left('an order paid by card that was not used is told before'),
  },
  {
    without: 'a salon waits for somebody who has left',
    file: service,
    take: 'await cancelOrders(tx, id);',
    leave: 'void cancelOrders;',
    falls: left('open orders in cash are canceled'),
  },
  {
    without: 'the name of who left stays in the table of accounts',
    file: rules,
    take: 'email = nobody, username = nobody, display_name = null,',
    leave: 'email = nobody, username = nobody,',
    falls: left('nothing that names a person is left anywhere'),
  },
  {
    without: 'whoever takes the name of somebody who left keeps them from leaving',
    file: rules,
    take: 'nobody text := person;',
    leave: "nobody text := person || '@closed.invalid';",
    falls: left('nobody keeps an account open'),
  },
  {
    without: 'an account is made with an address that no mail reaches',
    file: 'core/contract/credentials.ts',
    take: "!email.endsWith('.invalid')",
    leave: "email !== '.invalid'",
    falls: ['server/features/accounts/registering.test.ts', 'ana@closed.invalid is no address'],
  },
  {
    without: 'what who left had written stays',
    file: rules,
    take: 'delete from support_messages where user_id = person or user_id is null and contact_email = proven;',
    falls: left('nothing that names a person is left anywhere'),
  },
  {
    without: 'what is written at the moment of leaving stays',
    file: rules,
    take: 'perform from users where id = new.user_id and is_active for key share;',
    leave: 'perform from users where id = new.user_id and is_active;',
    falls: left('favorites that are written while the account is being closed find it closed'),
  },
  {
    without: 'what is written after leaving stays',
    file: rules,
    take: 'perform from users where id = new.user_id and is_active for key share;',
    leave: 'perform from users where id = new.user_id for key share;',
    falls: left('whoever began to ask for codes'),
  },
  {
    without: 'whoever registers an address reads what its owner wrote as a guest',
    file: 'server/features/privacy/held.ts',
    take: 'select email from users where id = $1 and email_verified_at is not null)\n    order by',
    leave: 'select email from users where id = $1)\n    order by',
    falls: told('a message under an address that nobody showed to be theirs'),
  },
  {
    without: 'one account has files of its data made without end at once, on each node',
    file: store,
    take: 'if (!locked.rows[0]?.free) {',
    leave: 'if (!locked.rows[0]) {',
    falls: told('one file is made at a time, whichever node is asked'),
  },
  {
    without: 'whoever asks for their data takes the connections of all others',
    file: service,
    take: 'lines({ atWork: FILES_AT_WORK, longest: 0, full })',
    leave: 'lines({ atWork: FILES_AT_WORK, longest: 50, full })',
    falls: told('a node makes two files at a time'),
  },
  {
    without: 'a table of people is not told',
    file: 'server/features/privacy/held.ts',
    take: "devices: 'select name, created_at,",
    leave: "devices: 'select created_at,",
    falls: told('devices is told, or it is said why not'),
  },
  {
    without: 'a mailbox is flooded by accounts that are made and closed',
    file: service,
    take: 'if (isConfirmed || (await maySendTo(',
    leave: 'if (!isConfirmed || (await maySendTo(',
    falls: mailed('whoever registers the address of somebody else'),
  },
  {
    without: 'the address of who left stays after the mail',
    file: 'server/features/privacy/privacy.jobs.ts',
    take: 'await dropFarewell(db, farewellId);',
    leave: 'void dropFarewell;',
    falls: mailed('the mail comes in the language of the account'),
  },
  {
    without: 'the address of who left stays where no mail is taken',
    file: store,
    take: 'where created_at < now() - ${kept}::interval limit ${limit}',
    leave: 'where created_at < now() - ${kept}::interval and false limit ${limit}',
    falls: mailed('an address whose mail nobody takes is forgotten'),
  },
  {
    without: 'what another wrote under an address is told to whoever has that address',
    file: 'server/features/privacy/held.ts',
    take: 'user_id = $1 or user_id is null and contact_email',
    leave: 'user_id = $1 or contact_email',
    falls: ['server/features/privacy/exporting.test.ts', 'wrote under another address is theirs alone'],
  },
  {
    without: 'a secret of codes is kept for an account that was closed meanwhile',
    file: 'db/migrations/0001_rules.sql',
    take: "('carts'::regclass, 'sessions'::regclass)",
    leave: "('carts'::regclass, 'sessions'::regclass, 'second_factors'::regclass)",
    falls: ['server/features/privacy/leaving.test.ts', 'leaves no secret behind'],
  },
  {
    without: 'what is theirs alone stays when somebody leaves',
    file: rules,
    take: "execute format('delete from %s where user_id = $1', theirs) using person;",
    leave: 'null;',
    falls: left('nothing that names a person is left anywhere'),
  },
  {
    without: 'whoever has much to be told keeps everybody waiting',
    file: store,
    take: 'const AT_ONCE = 1000;',
    leave: 'const AT_ONCE = 1_000_000;',
    falls: told('whoever has two hundred thousand deeds'),
  },
];
