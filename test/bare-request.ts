/** Requests as they are written, with nothing made proper on the way. */
import { connect } from 'node:net';

/** The status of a GET for that target, whatever it is. */
export async function bareStatus(origin: string, target: string, cookie = ''): Promise<number> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  let said = '';
  for await (const bytes of socket) said += bytes;
  return Number(said.split(' ')[1]);
}
