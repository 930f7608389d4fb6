import { expect, test } from 'vitest';
import { Phone } from '#core/contract/phone.ts';
import { toPhone } from './phone.ts';

test.each([
  ['+355 (0)69 20 12 345', '+355692012345'],
  ['00355 69 2012345', '+355692012345'],
  ['355 69 2012345', '+355692012345'],
  ['069 20 12 345', '+355692012345'],
  ['69 20 12 345', '+355692012345'],
  ['069–20–12–345', '+355692012345'],
  ['\u202a+355\u00a069\u00a02012345\u202c', '+355692012345'],
  ['04 222 3333', '+35542223333'],
  ['+39 02 1234 5678', '+390212345678'],
  ['0049 30 901820', '+4930901820'],
  ['+383 44 123 456', '+38344123456'],
])('typed phone number %j, is normalized to %s', async (typed, phone) => {
  expect(await toPhone(Phone.parse(typed))).toBe(phone);
});

test.each(['069 20 12 34', '069 20 12 3456', '+355 692 012 345 678', '+0 123 456 789', '+355 69 2012345 #5'])(
  'typed phone number %j, is refused as invalid',
  async (typed) => {
    const details = { fields: { whatsapp: 'invalidPhone' } };
    await expect(toPhone(Phone.parse(typed), 'whatsapp')).rejects.toMatchObject({ status: 400, details });
  },
);

test.each(['call me', '12', '+355 69 20 12 345 ose 067 20 12 345', ''])(
  'typed phone number %j, does not parse',
  (typed) => {
    expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('invalidPhone');
  },
);

test('no phone number, is null', async () => expect(await toPhone(undefined)).toBeNull());
