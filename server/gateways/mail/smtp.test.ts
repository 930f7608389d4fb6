import { expect, test, vi } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import type { Message } from './mail.ts';
import { openMail } from './open-mail.ts';
import { createSmtp } from './smtp.ts';

const from = 'porosi@bukuri.example';
const smtpOf = ({ url }: Pick<MailServer, 'url'>, patience: { stepTimeoutMs?: number } = {}) =>
  createSmtp({ url, from, replyTo: 'ndihme@bukuri.example', ...patience });

const message = (more: Partial<Message> = {}): Message => ({
  id: 'receipt.1',
  to: 'blerta@example.al',
  subject: 'Porosia juaj “BK-1” u konfirmua',
  text: 'Faleminderit për blerjen!\n.\nPrerje dhe larje: 1 200 lekë',
  html: '<!doctype html><p>Faleminderit për blerjen!</p>',
  ...more,
});

test('email is sent as text and HTML with its message id', async () => {
  const server = await startMailServer();
  await smtpOf(server).send(message());
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from, to: ['blerta@example.al'] });
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: `Bukuri <${from}>`,
    to: 'blerta@example.al',
    subject: 'Porosia juaj “BK-1” u konfirmua',
    'reply-to': 'ndihme@bukuri.example',
    'message-id': '<receipt.1@bukuri.example>',
    'auto-submitted': 'auto-generated',
  });
  expect(mail?.headers.has('x-mailer')).toBe(false);
  expect(mail?.text.trim()).toBe(message().text);
  expect(mail?.html.trim()).toBe(message().html);
});

test('pictures in the markup are sent as attachments that it shows', async () => {
  const server = await startMailServer();
  await smtpOf(server).send(
    message({ html: '<!doctype html><img src="data:image/png;base64,aGVqYQ==" alt="Kodi QR">' }),
  );
  const [mail] = server.mails;
  const [, id] = /<img src="cid:([^"]+)" alt="Kodi QR">/.exec(mail?.raw ?? '') ?? [];
  expect(mail?.raw).toMatch(new RegExp(`Content-Type: image/png[^]*Content-Id: <${id}>[^]*aGVqYQ==`, 'i'));
});

test('header injection is impossible', async () => {
  const server = await startMailServer();
  const { db } = await testDatabase();
  const mail = await openMail({ kind: 'smtp', url: server.url, from }, { db, replyTo: null });
  await mail.send(message({ subject: 'Salloni\r\nBcc: te@gjithe.example\u2028\u0000Mira\n' }));
  const [sent] = server.mails;
  expect(sent?.to).toEqual(['blerta@example.al']);
  expect(sent?.headers.get('subject')).toBe('Salloni Bcc: te@gjithe.example Mira');
  expect(sent?.headers.has('bcc')).toBe(false);
  for (const to of [
    'a@x.al, b@y.al',
    'a@x.al\r\nBcc: b@y.al',
    '"a@x.al b"@y.al',
    'Ana <a@x.al>',
    'ana',
    'a@x.al b@y.al',
  ]) {
    await expect(mail.send(message({ to })), to).rejects.toThrow('it has no plain address');
  }
  expect(server.mails).toHaveLength(1);
});

test('whoever has an apostrophe in the address is mailed', async () => {
  const server = await startMailServer();
  const { db } = await testDatabase();
  const mail = await openMail({ kind: 'smtp', url: server.url, from }, { db, replyTo: null });
  await mail.send(message({ to: "brian.o'neill@example.al" }));
  expect(server.mails.map(({ to, headers }) => [to, headers.get('to')])).toEqual([
    [["brian.o'neill@example.al"], "brian.o'neill@example.al"],
  ]);
});

test('server errors are reported without the address', async () => {
  const server = await startMailServer();
  const smtp = smtpOf(server);
  await expect(smtpOf({ url: 'smtp://127.0.0.1:9' }).send(message())).rejects.toThrow(/^ECONNREFUSED|ESOCKET/);
  server.next.recipient.push(451, 550);
  server.next.data.push(452, 554);
  for (const answer of ['RCPT 451', 'RCPT 550', 'DATA 452', 'DATA 554']) {
    const error = await smtp.send(message()).then(String, String);
    expect(error).toMatch(new RegExp(`MailFailed: E[A-Z]+ at ${answer}$`));
    expect(error).not.toContain('blerta');
  }
  expect(server.mails).toEqual([]);
  await smtp.send(message());
  expect(server.mails).toHaveLength(1);
});

test('server that does not answer times out', async () => {
  const server = await startMailServer();
  server.next.recipient.push('silent');
  server.next.data.push('silent');
  for (let turn = 0; turn < 2; turn++)
    await expect(smtpOf(server, { stepTimeoutMs: 400 }).send(message())).rejects.toMatchObject({
      message: expect.stringContaining('ETIMEDOUT'),
      // The second time the message was handed over.
      isUncertain: turn === 1,
    });
});

test('email, response lost, is sent again with the same message id', async () => {
  const server = await startMailServer();
  server.next.data.push('lost');
  await expect(smtpOf(server).send(message())).rejects.toThrow(/^E/);
  await smtpOf(server).send(message());
  expect(server.mails.map(({ headers }) => headers.get('message-id'))).toEqual([
    '<receipt.1@bukuri.example>',
    '<receipt.1@bukuri.example>',
  ]);
});

test('credentials are sent over TLS only, except to localhost', async () => {
  const server = await startMailServer();
  const { port } = new URL(server.url);
  await smtpOf({ url: `smtp://bukuri:sekret%40@127.0.0.1:${port}` }).send(message());
  expect(server.users).toEqual(['bukuri']);
  // The same server under a name that is not known to be this machine.
  await expect(smtpOf({ url: `smtp://bukuri:sekret@0.0.0.0:${port}` }).send(message())).rejects.toThrow(/^ETLS|EPROTO/);
  expect([server.users, server.mails.length]).toEqual([['bukuri'], 1]);
});

test('untrusted certificate is refused', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = await startMailServer({ disabledCommands: [] });
  await expect(smtpOf(server).send(message())).rejects.toThrow(/^E/);
  expect(server.mails).toEqual([]);
});
