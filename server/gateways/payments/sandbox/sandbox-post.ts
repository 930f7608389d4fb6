/** How the stand-in reaches the shop: this process, by the way that requests from outside come. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { payments } from '#core/contract/payments.ts';
import type { Post } from './sandbox-deliveries.ts';

/** Shorter than the pause before another node may try. */
const PATIENCE_MS = 5_000;
const EVERYWHERE = new Set(['0.0.0.0', '::']);

/** `host` is the name under which visitors ask for the shop. */
export function postTo({ address, port }: AddressInfo, host: string): Post {
  return (body, signature) =>
    new Promise((resolve) => {
      const sent = http.request({
        host: EVERYWHERE.has(address) ? '127.0.0.1' : address,
        port,
        path: payments.webhook.path,
        method: payments.webhook.method,
        headers: {
          host,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'stripe-signature': signature,
        },
        timeout: PATIENCE_MS,
      });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('timeout', () => sent.destroy());
      // Whatever went wrong on the way, the shop did not hear.
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
}
