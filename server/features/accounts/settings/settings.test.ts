import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { settings } from '#core/contract/accounts/settings.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const shop = await startShop();
const node = await shop.anotherNode();
let people = 0;
const somebody = () => ({ email: `zgjedh${++people}@example.al` });

test('email notifications are on by default and turned off per account', async () => {
  const [ana, besa] = [await shop.as(somebody()), await shop.as(somebody())];
  expect(await ana(settings.get)).toEqual({ emailNotifications: true, isSaved: false });
  expect(await ana(settings.save, { body: { emailNotifications: false } })).toEqual({
    emailNotifications: false,
    isSaved: true,
  });
  expect(await ana(settings.get)).toEqual({ emailNotifications: false, isSaved: true });
  expect(await besa(settings.get)).toEqual({ emailNotifications: true, isSaved: false });
});

test.each(['true', 1, null, undefined])('email notifications set to %j are refused', async (emailNotifications) => {
  const ana = await shop.as(somebody());
  const body = { emailNotifications } as never;
  expect(await refusal(ana(settings.save, { body }))).toBe('400 input.invalid');
  expect(await ana(settings.get)).toEqual({ emailNotifications: true, isSaved: false });
});

test('settings of guests and of others are refused', async () => {
  expect(await refusal(shop.guest()(settings.get))).toBe('401 access.notAuthenticated');
  const [ana, besa] = [await shop.as(somebody()), await shop.as(somebody())];
  const { rows } = await shop.pool.query('select id from users where email = $1', [`zgjedh${people}@example.al`]);
  await ana(settings.save, { body: { emailNotifications: false, userId: rows[0].id } as never });
  expect(await besa(settings.get)).toEqual({ emailNotifications: true, isSaved: false });
});

test('display name is set, trimmed and removed', async () => {
  const person = somebody();
  const besa = await shop.as(somebody());
  const [ana, there] = [await shop.as(person), await node.as(person)];
  expect((await ana(accounts.me)).user.displayName).toBeNull();
  expect(await ana(settings.rename, { body: { displayName: '  Ana Ç. 👩‍🎨 ' } })).toEqual({
    displayName: 'Ana Ç. 👩‍🎨',
  });
  expect((await there(accounts.me)).user).toMatchObject({ displayName: 'Ana Ç. 👩‍🎨', username: person.email });
  expect((await besa(accounts.me)).user.displayName).toBeNull();
  expect(await ana(settings.rename, { body: {} })).toEqual({ displayName: null });
  expect((await there(accounts.me)).user.displayName).toBeNull();
});

test.each([
  ['nothing but blanks', '   '],
  ['more than sixty characters', 'a'.repeat(61)],
  ['a line of its own', 'Ana\nAdmin'],
  ['blanks that nobody sees', '\u200b\u2060'],
  ['tags that nobody sees', '\u{e0041}\u{e0042}'],
  ['joints of nothing', '\u200d \u200d'],
  ['letters that nobody sees', '\u3164\u115f\u1160\uffa0'],
  ['a letter for the fingers without a dot', '\u2800'],
  ['sixty letters that are stored as three each', '\ufb2c'.repeat(60)],
])('display name of %s is refused', async (_what, displayName) => {
  const ana = await shop.as(somebody());
  expect(await refusal(ana(settings.rename, { body: { displayName } }))).toBe('400 input.invalid');
  expect((await ana(accounts.me)).user.displayName).toBeNull();
});

test('language of the account is stored', async () => {
  const ana = await shop.as(somebody());
  expect((await ana(accounts.me)).user.language).toBe('sq');
  await ana(settings.chooseLanguage, { body: { language: 'en' } });
  expect((await ana(accounts.me)).user.language).toBe('en');
  expect(await refusal(ana(settings.chooseLanguage, { body: { language: 'de' as never } }))).toBe('400 input.invalid');
});
