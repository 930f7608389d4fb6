/** A push service on this machine, and a browser that subscribed with it (RFC 8030, 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushServer {
  /** For PUSH_TEST_HOSTS. */
  host: string;
  received: Received[];
  /** 201 unless a test wants otherwise. */
  answer: RequestListener;
  close(): Promise<void>;
}

const created: RequestListener = (_request, response) => response.writeHead(201).end();

export async function startPushServer(at = 0): Promise<PushServer> {
  const server = createServer(async (request, response) => {
    fake.received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    fake.answer(request, response);
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const fake: PushServer = { host: `127.0.0.1:${port}`, received: [], answer: created, close };
  return fake;
}

/** @param host - of its push service */
export function newPushBrowser(host: string) {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `http://${host}/send/canary-${randomBytes(8).toString('hex')}`;
  return {
    target: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): unknown {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
      const secret = pair.computeSecret(sender);
      const derive = (key: Uint8Array, [from, info]: [Buffer, string | Buffer], bytes: number) =>
        Buffer.from(hkdfSync('sha256', key, from, info, bytes));
      const key = derive(secret, [auth, Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])], 32);
      const contentKey = derive(key, [salt, 'Content-Encoding: aes128gcm\0'], 16);
      const nonce = derive(key, [salt, 'Content-Encoding: nonce\0'], 12);
      const opened = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(body.subarray(-16));
      const text = Buffer.concat([opened.update(body.subarray(86, -16)), opened.final()]).toString();
      return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')));
    },
  };
}
