/** I14: who signed out is signed out, on every node, whatever was under way. */
import { equal } from 'node:assert/strict';
import { accounts } from '#core/contract/accounts.ts';
import { answerOr, holds, newShopper, type Proof, type Race, type Shopper, together } from './race.ts';

const NOBODY = 'access.notAuthenticated';
const NODES = 2;

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const figures = { rounds, asked: 0, inTime: 0 };
  for (let round = 0; round < rounds; round++) {
    const shopper = await newShopper(arena);
    equal((await shopper.call(accounts.me)).user.id, shopper.userId);
    const leaving = random.int(0, actors - 1);
    const answers = await together(actors, async (actor) => {
      if (actor !== leaving) return whoIs(shopper);
      await shopper.call(accounts.logout);
      return NOBODY;
    });
    figures.asked += actors;
    figures.inTime += answers.filter((answer) => answer !== NOBODY).length;
    for (let node = 0; node < NODES; node++) equal(await whoIs(shopper), NOBODY, `seed ${random.seed}, round ${round}`);
  }
  await holds(arena);
  return figures;
};

/** Each time on the other node. */
async function whoIs({ call }: Shopper): Promise<string> {
  const answer = await answerOr(call(accounts.me), NOBODY);
  return answer === NOBODY ? answer : answer.user.id;
}

export const proof: Proof = {
  id: 'I14',
  promise: 'who signed out stays signed out',
  race,
  few: 2,
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
