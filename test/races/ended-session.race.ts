/** I14: whose session ended is signed out, on every node, whatever was under way and however it ended. */
import { equal } from 'node:assert/strict';
import { accounts } from '#core/contract/accounts.ts';
import { sessions } from '#core/contract/own-sessions.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import type { Visitor } from '../two-nodes.ts';
import { answerOr, holds, newShopper, type Proof, type Race, together } from './race.ts';

const NOBODY = 'access.notAuthenticated';
const NODES = 2;
const [OLD, NEW] = ['një gotë me ujë', 'dy gota me ujë'];

/** How a session ends: by itself, or by another of the same person. */
const ways = {
  signOut: ({ call }: Visitor) => call(accounts.logout),
  endOthers: (_: Visitor, { call }: Visitor) => call(sessions.endOthers),
  changePassword: (_: Visitor, { call }: Visitor) =>
    call(accounts.changePassword, { body: { current: OLD, password: NEW } }),
  end: async (_: Visitor, { call }: Visitor) => {
    const other = (await call(sessions.list)).find(({ isThis }) => !isThis);
    await call(sessions.end, { params: { id: other?.id ?? '' } });
  },
};
const names = Object.keys(ways) as (keyof typeof ways)[];

const race: Race = async (arena) => {
  const { nodes, random, rounds, actors } = arena;
  const passwordHash = await hashPassword(OLD);
  const figures = { rounds, asked: 0, inTime: 0 };
  for (let round = 0; round < rounds; round++) {
    const one = await newShopper(arena);
    await nodes.pool.query('update users set password_hash = $1 where id = $2', [passwordHash, one.userId]);
    const other = await nodes.as(one.userId);
    equal((await one.call(accounts.me)).user.id, one.userId);
    const way = names[round % names.length] ?? 'signOut';
    const leaving = random.int(0, actors - 1);
    const answers = await together(actors, async (actor) => {
      if (actor !== leaving) return whoIs(one);
      await ways[way](one, other);
      return NOBODY;
    });
    figures.asked += actors;
    figures.inTime += answers.filter((answer) => answer !== NOBODY).length;
    for (let node = 0; node < NODES; node++)
      equal(await whoIs(one), NOBODY, `seed ${random.seed}, round ${round}, ${way}`);
    if (way === 'endOthers' || way === 'end') equal(await whoIs(other), one.userId);
  }
  await holds(arena);
  return figures;
};

/** Each time on the other node. */
async function whoIs({ call }: Visitor): Promise<string> {
  const answer = await answerOr(call(accounts.me), NOBODY);
  return answer === NOBODY ? answer : answer.user.id;
}

export const proof: Proof = {
  id: 'I14',
  promise: 'whose session ended stays signed out',
  race,
  few: 4,
  many: 1000,
  breaksWithout: [
    {
      without: 'who signed out at one node is somebody at the other for minutes',
      file: 'server/kit/http/sessions.ts',
      take: 'const { rows } = await pool.query(FIND_USER, [sessionKey]);',
      leave:
        'const before = lately.get(sessionKey);\n    if (before) return before.user;\n    const { rows } = await pool.query(FIND_USER, [sessionKey]);',
    },
  ],
};
