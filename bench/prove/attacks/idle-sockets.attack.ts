import { connect } from 'node:net';
import { ask } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const OF_EACH = 100;
const LONGEST_S = 80;
const WAYS = {
  nothing: '',
  'half a line': 'GET / HT',
  'half the headers': 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ',
  'half a body':
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  'nothing more': 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n',
};

export const attack: Attack = {
  promise: 'connections over which nothing comes are closed',
  env: { RATE_LIMIT_SCALE: '1000' },
  async run({ origin }) {
    const open = (said: string) => Promise.all(Array.from({ length: OF_EACH }, () => lifeOf(origin, said)));
    const lives = Promise.all(
      Object.entries(WAYS).map(async ([what, said]) => [what, Math.max(...(await open(said)))] as const),
    );
    const { status, ms } = await ask(`${origin}/api/categories`);
    must(status === 200, `meanwhile others get ${status}`);
    const longest = await lives;
    for (const [what, seconds] of longest) must(seconds <= LONGEST_S, `after ${what} one lived ${seconds} s`);
    const said = longest.map(([what, seconds]) => `${what} ${seconds.toFixed(0)} s`).join(', ');
    return `${OF_EACH} each, the last closed after: ${said}; another visitor waited ${ms.toFixed(0)} ms`;
  },
};

/** In seconds. */
async function lifeOf(origin: string, said: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  if (said) socket.write(said);
  for await (const _ of socket);
  return (performance.now() - began) / 1000;
}
