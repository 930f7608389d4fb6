import { connect } from 'node:net';
import { securityHeaders } from '#server/kit/http/security-headers.ts';
import { ask, counted } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const PUBLIC = 'https://bukuri.test';
const HOSTS = [
  'evil.example',
  'bukuri.test.evil.example',
  'xbukuri.test',
  '10.0.0.7',
  '203.0.113.9:80',
  'bukuri',
  '_',
  'localhost.evil.example',
];
const PATHS = ['/', '/api/categories', '/api/auth/me', '/categories', '/favicon.svg', '/nowhere'];
const HEADERS = Object.keys(securityHeaders(true).api);
const BROKEN = {
  'no HTTP': 'HELO bukuri\r\n\r\n',
  'TLS to a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'no host': 'GET /api/categories HTTP/1.1\r\nConnection: close\r\n\r\n',
  'endless headers': `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  'an endless address': `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'two lengths': 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{',
  'length and chunks':
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a space in a name': 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n',
  'a bare line feed': 'GET / HTTP/1.1\nHost: localhost\nX\n\n',
  'NUL in a header': 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
};

export const attack: Attack = {
  promise: 'another site’s name gets 421, and what is no request the headers of every answer',
  env: { PUBLIC_URL: PUBLIC, RATE_LIMIT_SCALE: '1000' },
  async run({ origin }) {
    const statuses: number[] = [];
    for (const host of HOSTS) {
      for (const path of PATHS) statuses.push((await ask(origin + path, { headers: { host } })).status);
    }
    must(
      statuses.every((status) => status === 421),
      `names of other sites got ${counted(statuses)}`,
    );
    const broken: number[] = [];
    for (const [what, said] of Object.entries(BROKEN)) {
      const head = (await answerTo(origin, said)).split('\r\n\r\n')[0]?.toLowerCase() ?? '';
      const status = Number(head.split(' ')[1]);
      must(status >= 400 && status < 500, `${what}: ${head.split('\r\n')[0] || 'no answer'}`);
      for (const name of HEADERS) must(head.includes(`${name}: `), `${what}: no ${name}`);
      broken.push(status);
    }
    return `${counted(statuses)} for ${HOSTS.length} names; ${broken.length} broken requests got ${counted(broken)}`;
  },
};

async function answerTo(origin: string, said: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(Buffer.from(said, 'latin1'));
  let heard = '';
  for await (const bytes of socket) heard += bytes;
  return heard;
}
