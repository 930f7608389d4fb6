/** A mail server for tests, which accepts mails or behaves as configured. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it was sent, its ends of lines as `\n`. */
  raw: string;
  /** By their names in small letters, unfolded and decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

/** What it answers to the next one. `lost`: it takes the mail, and its answer never comes. `silent`: it never answers. */
export type Manner = 'take' | 'lost' | 'silent' | number;

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** With which it is tried, by step; afterwards it takes mails again. */
  next: { recipient: Manner[]; data: Manner[] };
  /** The names of those who gave a password. */
  users: string[];
}

/** It speaks without TLS unless `options` say otherwise. Closed after the test, or after the file when asked at its top. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const next: MailServer['next'] = { recipient: [], data: [] };
  const users: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // Of the address of who connects: without a name server it takes a while.
    disableReverseLookup: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onAuth: ({ username = '' }, _session, done) => {
      users.push(username);
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => answer(next.recipient.shift() ?? 'take', address, done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const manner = next.data.shift() ?? 'take';
        const { mailFrom, rcptTo } = session.envelope;
        if (manner === 'take' || manner === 'lost') {
          const to = rcptTo.map(({ address }) => address);
          mails.push(read(Buffer.concat(chunks).toString(), { from: mailFrom ? mailFrom.address : '', to }));
        }
        if (manner === 'lost') for (const { _socket: socket } of server.connections) socket.destroy();
        else answer(manner, rcptTo[0]?.address ?? '', done);
      });
    },
    ...options,
  });
  // A client that breaks off is what some tests are about.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  whenDone(() => new Promise((resolve) => void server.close(resolve)));
  return { url: `smtp://127.0.0.1:${port}`, mails, next, users };
}

function answer(manner: Manner, address: string, done: (error?: Error | null) => void): void {
  if (manner === 'silent') return;
  if (typeof manner !== 'number') done();
  else done(Object.assign(new Error(`not for <${address}>`), { responseCode: manner }));
}

function read(sent: string, envelope: { from: string; to: string[] }): ReceivedMail {
  const raw = sent.replaceAll('\r\n', '\n');
  return { ...envelope, raw, headers: headersOf(raw), text: partOf(raw, 'text/plain'), html: partOf(raw, 'text/html') };
}

function headersOf(part: string): Map<string, string> {
  const [head = ''] = part.split('\n\n');
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodedWords(line)]));
}

const decodedWords = (line: string) =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, said: string) =>
      /q/i.test(kind) ? unquoted(said.replaceAll('_', ' ')) : Buffer.from(said, 'base64').toString(),
    );

function partOf(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const part = raw.split(`--${boundary}`).find((mimePart) => mimePart.includes(`Content-Type: ${type}`)) ?? '';
  const body = part.slice(part.indexOf('\n\n') + 2);
  if (/Content-Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString();
  return /Content-Transfer-Encoding: quoted-printable/i.test(part) ? unquoted(body.replace(/=\n/g, '')) : body;
}

const unquoted = (said: string) =>
  Buffer.from(
    said.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
