import { expect, test } from 'vitest';
import { Email } from './accounts/accounts.ts';
import { OwnName } from './accounts/settings.ts';
import { SalonInput } from './salons.ts';
import { SupportMessage } from './support.ts';

test.each([
  '\u200bana@example.al',
  'ana@example.al\u00a0',
  '\ufeffana\u00ad@example.al',
  '\tana@exam\u2060ple.al\u202c',
])('email with invisible characters, %j, is cleaned', (typed) => {
  expect(Email.parse(typed)).toBe('ana@example.al');
});

test('name with bidirectional controls and emoji of several characters, loses the controls alone', () => {
  const name = 'AnaanA 👩‍🎨 💇🏽‍♀️ 👩🏽‍❤️‍👨🏿 🏳️‍🌈';
  expect(OwnName.parse({ displayName: name.replace('an', '\u202ean\u200d') })).toEqual({ displayName: name });
});

test.each([['\u2800'], ['\u3164\u115f \uffa0'], ['\u034f\ufe0f'], ['\u200b\u{e0041}']])(
  'salon name %j of letters without a shape, is refused',
  (name) => expect(SalonInput.safeParse({ name, city: 'tirana' }).error?.issues[0]?.path).toEqual(['name']),
);

test('message with invisible characters, is cleaned; of them alone, is empty', () => {
  expect(SupportMessage.parse({ message: '\u200eKu\u00a0është\tporosia?\u2066' })).toEqual({
    message: 'Ku është porosia?',
  });
  const { error } = SupportMessage.safeParse({ message: '\u200b\u00a0\u2063\ufeff' });
  expect(error?.issues[0]?.message).toBe('messageRequired');
});
