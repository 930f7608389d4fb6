import { expect, test } from 'vitest';
import { settings } from '#core/contract/settings.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startShop();
const node = await shop.anotherNode();
let people = 0;
const somebody = () => ({ email: `zgjedh${++people}@example.al` });

test('mails are on until somebody says otherwise, and off for them alone', async () => {
  const [ana, besa] = [await shop.as(somebody()), await shop.as(somebody())];
  expect(await ana(settings.get)).toEqual({ emailNotifications: true });
  expect(await ana(settings.save, { body: { emailNotifications: false } })).toEqual({ emailNotifications: false });
  expect(await ana(settings.get)).toEqual({ emailNotifications: false });
  expect(await besa(settings.get)).toEqual({ emailNotifications: true });
});

test('what was said last holds, on every node', async () => {
  const person = somebody();
  const [here, there] = [await shop.as(person), await node.as(person)];
  await here(settings.save, { body: { emailNotifications: false } });
  await there(settings.save, { body: { emailNotifications: true } });
  expect(await here(settings.get)).toEqual({ emailNotifications: true });
  expect(await there(settings.get)).toEqual({ emailNotifications: true });
});

test.each(['true', 1, null, undefined])('whether mails are wanted is not said by %j', async (emailNotifications) => {
  const ana = await shop.as(somebody());
  const body = { emailNotifications } as never;
  expect(await refusal(ana(settings.save, { body }))).toBe('400 input.invalid');
  expect(await ana(settings.get)).toEqual({ emailNotifications: true });
});

test('a guest has none, and nobody chooses for another', async () => {
  expect(await refusal(shop.guest()(settings.get))).toBe('401 access.notAuthenticated');
  const [ana, besa] = [await shop.as(somebody()), await shop.as(somebody())];
  const { rows } = await shop.pool.query('select id from users where email = $1', [`zgjedh${people}@example.al`]);
  await ana(settings.save, { body: { emailNotifications: false, userId: rows[0].id } as never });
  expect(await besa(settings.get)).toEqual({ emailNotifications: true });
});
