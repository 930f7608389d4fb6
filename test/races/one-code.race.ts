/** A code of an app, or a recovery code, counts once, however often it is typed at the same moment, on whichever node. */
import { equal } from 'node:assert/strict';
import { secondFactors } from '#core/contract/second-factors.ts';
import { codeOf, newSecondFactor } from '../second-factors.ts';
import { type Arena, answerOr, holds, newShopper, type Proof, type Race, together } from './race.ts';

const WRONG = 'secondFactors.wrongCode';

const race: Race = async (arena) => {
  const { rounds, actors, nodes } = arena;
  for (let round = 0; round < rounds; round++) {
    const shopper = await newShopper(arena);
    const secret = await newSecondFactor(nodes.db, { userId: shopper.userId });
    const [recoveryCode] = (await spendAtOnce(arena, shopper, codeOf(secret))).recoveryCodes;
    await spendAtOnce(arena, shopper, recoveryCode ?? '');
  }
  await holds(arena);
  return { rounds, typed: rounds * actors * 2 };
};

/** The answer to the one that counted. */
async function spendAtOnce({ actors }: Arena, { call }: Awaited<ReturnType<typeof newShopper>>, code: string) {
  const answers = await together(actors, () => answerOr(call(secondFactors.renew, { body: { code } }), WRONG));
  const [taken, ...more] = answers.filter((answer) => answer !== WRONG);
  equal(more.length, 0, `${code} was taken ${more.length + 1} times`);
  if (!taken) throw new Error(`${code} was not taken`);
  return taken;
}

export const proof: Proof = {
  promise: 'a code counts once',
  race,
  few: 2,
  many: 200,
  breaksWithout: [
    {
      without: 'a code of an app counts as often as it is typed at once',
      file: 'server/features/second-factors/second-factors.store.ts',
      take: 'isNotNull(secondFactors.confirmedAt), isLater)',
      leave: 'isNotNull(secondFactors.confirmedAt))',
    },
  ],
};
