import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Email } from '#core/contract/credentials.ts';
import { addressed } from './open-mail.ts';

const isTaken = (email: string) => Email.safeParse(email).success;
const goesTo = (to: string) => addressed({ id: 'receipt.1', to, subject: '', text: '', html: '' }).to;
const SIGNS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));

test('whoever has a sign in the address that the calls take is mailed', () => {
  const taken = SIGNS.map((sign) => `a${sign}b@example.al`).filter(isTaken);
  expect(taken).toContain("a'b@example.al");
  for (const email of taken) expect(goesTo(email)).toBe(email);
});

test('whatever address the calls take is one that mails go to', () => {
  const name = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 12 });
  const plain = fc.tuple(name, name).map(([before, domain]) => `${before}@${domain}.al`);
  fc.assert(fc.property(fc.oneof(plain, fc.emailAddress()).filter(isTaken), (email) => goesTo(email) === email));
});
