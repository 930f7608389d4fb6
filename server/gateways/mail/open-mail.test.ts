import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Email } from '#core/contract/accounts/accounts.ts';
import { tallies } from '#server/kit/metrics/tally.ts';
import { testDatabase } from '#test/database.ts';
import { startMailServer } from '#test/mail-server.ts';
import { openMail, validated } from './open-mail.ts';

const { db } = await testDatabase();
const message = { id: 'receipt.1', to: 'ana@example.al', subject: 'Porosia', text: 'Po', html: '<p>Po</p>' };

function counted(): Map<string, number> {
  const mails = [...tallies()].find(({ name }) => name === 'bukuri_mails_total');
  return new Map([...(mails?.counts.values() ?? [])].map(({ values: [outcome = ''], count }) => [outcome, count]));
}

/** Others of this process may have been counted before. */
const before = counted();
const since = () => Object.fromEntries([...counted()].map(([outcome, n]) => [outcome, n - (before.get(outcome) ?? 0)]));

test('emails are counted by outcome', async () => {
  const parts = { db, replyTo: null };
  const nobody = await openMail(null, parts);
  await nobody.send(message);
  await nobody.send({ ...message, to: 'whoever it is' });
  expect(since()).toMatchObject({ unsent: 2 });
  const server = await startMailServer();
  const mail = await openMail({ kind: 'smtp', url: server.url, from: 'porosi@bukuri.example' }, parts);
  server.next.recipient.push(451);
  await expect(mail.send(message)).rejects.toThrow('451');
  await mail.send(message);
  expect(since()).toEqual({ unsent: 2, failed: 1, sent: 1 });
});

const isTaken = (email: string) => Email.safeParse(email).success;
const goesTo = (to: string) => validated({ id: 'receipt.1', to, subject: '', text: '', html: '' }).to;
const SIGNS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));

test('address with a sign that the API accepts is accepted', () => {
  const taken = SIGNS.map((sign) => `a${sign}b@example.al`).filter(isTaken);
  expect(taken).toContain("a'b@example.al");
  for (const email of taken) expect(goesTo(email)).toBe(email);
});

test('every address that the API accepts is accepted', () => {
  const name = fc.string({ unit: fc.constantFrom(...SIGNS), minLength: 1, maxLength: 12 });
  const plain = fc.tuple(name, name).map(([before, domain]) => `${before}@${domain}.al`);
  fc.assert(fc.property(fc.oneof(plain, fc.emailAddress()).filter(isTaken), (email) => goesTo(email) === email));
});
