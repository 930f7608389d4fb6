/** However many tabs say at once which mails are wanted, on whichever node, there is one choice: the last that was taken. */
import { equal } from 'node:assert/strict';
import { settings } from '#core/contract/settings.ts';
import { holds, newShopper, type Proof, type Race, together } from './race.ts';

const race: Race = async (arena) => {
  const { random, rounds, actors, nodes } = arena;
  for (let round = 0; round < rounds; round++) {
    const { call, userId } = await newShopper(arena);
    const save = (emailNotifications: boolean) => call(settings.save, { body: { emailNotifications } });
    await together(actors, () => save(random.chance(0.5)));
    const last = random.chance(0.5);
    await save(last);
    equal((await call(settings.get)).emailNotifications, last, `seed ${random.seed}, round ${round}`);
    const { rows } = await nodes.pool.query('select from user_settings where user_id = $1', [userId]);
    equal(rows.length, 1);
  }
  await holds(arena);
  return { rounds, saved: rounds * (actors + 1) };
};

export const proof: Proof = {
  promise: 'what somebody chose last holds',
  race,
  few: 2,
  many: 200,
  breaksWithout: [
    {
      without: 'who chooses twice at once hears that something is wrong on our side',
      file: 'server/features/settings/settings.store.ts',
      take: '.onConflictDoUpdate({ target: userSettings.userId, set: { ...choice, updatedAt: sql`now()` } })',
    },
  ],
};
