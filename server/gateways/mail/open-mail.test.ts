import { expect, test } from 'vitest';
import { tallies } from '#server/kit/metrics/tally.ts';
import { testDatabase } from '#test/database.ts';
import { startMailServer } from '#test/mail-server.ts';
import { openMail } from './open-mail.ts';

const { db } = await testDatabase();
const message = { id: 'receipt.1', to: 'ana@example.al', subject: 'Porosia', text: 'Po', html: '<p>Po</p>' };

function counted(): Map<string, number> {
  const mails = [...tallies()].find(({ name }) => name === 'bukuri_mails_total');
  return new Map([...(mails?.counts.values() ?? [])].map(({ values: [outcome = ''], count }) => [outcome, count]));
}

/** Others of this process may have been counted before. */
const before = counted();
const since = () => Object.fromEntries([...counted()].map(([outcome, n]) => [outcome, n - (before.get(outcome) ?? 0)]));

test('it is counted what becomes of mails, also of those that nobody carries', async () => {
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
