/** I14: of many who use the links of one person at once, on whichever node, one sets the password, and no session before it lives. */
import { equal, ok } from 'node:assert/strict';
import { accounts } from '#core/contract/accounts.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { newUser } from '../shoppers.ts';
import { answerOr, type Proof, type Race, together } from './race.ts';

const OLD = 'një gotë me ujë';
const passwordHash = await hashPassword(OLD);
/** More hashes of one network than these would be refused while they wait. */
const MOST = 12;

const race: Race = async ({ nodes, random, rounds, actors }) => {
  let signedIn = 0;
  for (let round = 0; round < rounds; round++) {
    const email = `gara-${round}-${random.int(0, 2 ** 31)}@example.al`;
    const userId = await newUser(nodes.db, { email, username: email, passwordHash });
    const links = await together(2, () => makeLink(nodes.db, { userId, email, purpose: 'reset' }));
    const [before] = await together(1, () => nodes.as(userId));
    const passwords = new Map<number, string>();
    const answers = await together(Math.min(actors, MOST), async (actor) => {
      const { call } = nodes.guest();
      if (actor % 4 === 3) {
        const entered = await answerOr(
          call(accounts.login, { body: { username: email, password: OLD } }),
          'accounts.badCredentials',
        );
        if (typeof entered !== 'string') signedIn += 1;
        return null;
      }
      const password = `fjala ${round} e re ${actor} ${random.int(0, 2 ** 31)}`;
      passwords.set(actor, password);
      const { token = '' } = links[actor % 2] ?? {};
      return answerOr(call(accounts.reset, { body: { token, password } }), 'accounts.linkOver');
    });
    const said = `seed ${random.seed}, round ${round}`;
    const winners = [...passwords.keys()].filter((actor) => answers[actor] !== 'accounts.linkOver');
    equal(winners.length, 1, `${said}: ${winners.length} set the password`);
    const password = passwords.get(winners[0] ?? -1) ?? '';
    const { rows } = await nodes.pool.query('select from sessions where user_id = $1', [userId]);
    equal(rows.length, 0, `${said}: ${rows.length} sessions live on`);
    equal(
      await answerOr(before?.call(accounts.me) ?? Promise.reject(), 'access.notAuthenticated'),
      'access.notAuthenticated',
    );
    ok(await nodes.guest().call(accounts.login, { body: { username: email, password } }), said);
  }
  return { rounds, signedIn };
};

export const proof: Proof = {
  promise: 'of many who use the links of one person at once one sets the password',
  race,
  few: 4,
  many: 200,
  breaksWithout: [
    {
      without: 'who sets a password does not wait for others who do',
      file: 'server/features/people/people.store.ts',
      take: "  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');\n",
    },
    {
      without: 'a link that was used is open',
      file: 'server/features/accounts/mailed-links.store.ts',
      take: 't.used_at is null and ',
    },
  ],
};
