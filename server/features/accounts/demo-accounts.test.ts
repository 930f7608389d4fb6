import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { ana } from '#db/world.ts';
import { seedDemo } from '#server/seed.ts';
import { type Shop, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const local = await startShop();
const reachable = await startShop({ config: { publicUrl: 'https://bukuri.al', isPublicUrlLocal: false } });

test('who has a published password gets in on this machine alone', async () => {
  const signInAt = async (shop: Shop) => {
    await seedDemo(shop.db);
    return refusal(shop.guest()(accounts.login, { body: { username: ana.email, password: ana.password } }));
  };
  expect(await signInAt(reachable)).toBe('401 accounts.badCredentials');
  expect(await signInAt(local)).not.toContain('401');
});
