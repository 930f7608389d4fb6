import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { isEasilyGuessed } from './password-rules.ts';

const shop = await startShop();
let people = 0;

const register = (passwordHash: string, email = `person${++people}@example.com`) =>
  shop.guest()(accounts.register, { body: { email, passwordHash } });

test.each([
  ['a password of known leaks', 'samantha1'],
  ['a word of the shop', 'Bukuri-2027'],
  ['words of the trade', 'Sallon Tiranë 77'],
  ['the name in the e-mail', 'VetjaIme2026'],
])('registration with %s as password is refused', async (_what, password) => {
  expect(await refusal(register(password, 'vetja.ime@example.com'))).toBe('400 accounts.passwordCommon');
});

test.each([
  ['blanks and a sentence', '  një fjali me hapësira  '],
  ['pictures', '🌸🌸🌿🌿💇‍♀️💅🧖🌞'],
  ['a thousand characters', 'gur e mur '.repeat(102)],
])('password of %s is accepted and compared exactly, but for its Unicode form', async (_what, password) => {
  const { user } = await register(password);
  const signIn = (typed: string) => shop.guest()(accounts.login, { body: { username: user.email, password: typed } });
  for (const form of ['NFC', 'NFD']) expect((await signIn(password.normalize(form))).user).toEqual(user);
  const others = [password.trim(), password.toUpperCase(), [...password].slice(0, -1).join(''), `${password} `];
  for (const other of others.filter((typed) => typed !== password)) {
    expect(await refusal(signIn(other)), other).toBe('401 accounts.badCredentials');
  }
});

test.each(['Tirana2026!', 'bukuri12345', 'Sallon-Tirana 77', 'tirana1234567890', 'Bukuri 14.03.1998'])(
  'password %s is too easy to guess, whatever the email',
  (password) => {
    const names = ['vera', 'a', 'ku', 'tir', 'rana', 'x', 'buku', 'admin', 'ri'];
    expect(names.filter((name) => !isEasilyGuessed(password, `${name}@example.al`))).toEqual([]);
  },
);

test.each(['483920571638205admin', 'X7#9$2!4%8&Tirana', 'anija e bukur', 'kuku-Tirana', 'tiranabukuridritare'])(
  'password %s is not too easy to guess',
  (password) => {
    const names = ['vera', 'a', 'ku', 'x', 'admin'];
    expect(names.filter((name) => isEasilyGuessed(password, `${name}@example.al`))).toEqual([]);
  },
);
