/** An HTTP server that answers as Stripe, and Stripe's example objects. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { recordingLog } from '#test/log.ts';

export type StripeAnswer = { status?: number; headers?: Record<string, string>; body: object };
export type StripeAnswers = Record<string, StripeAnswer | StripeAnswer[] | 'none'>;

export const examples = JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));

export const listOf = (data: object[], has_more = false) => ({ object: 'list', data, has_more, url: '/v1/list' });

export const problem = (status: number, facts: object = {}): StripeAnswer => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'No.', ...facts } },
});

interface Received {
  call: string;
  form: Record<string, string>;
  key: string | undefined;
}

export const WEBHOOK_SECRET = 'whsec_test';

/** Call it at the top of a test file; it is closed after the last test. */
export async function startStripeServer() {
  let received: Received[] = [];
  let answers: StripeAnswers = {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe');
    const call = `${request.method} ${pathname}`;
    const form = Object.fromEntries(new URLSearchParams(text || search));
    received.push({ call, form, key: request.headers['idempotency-key']?.toString() });
    const planned = answers[call];
    const said = Array.isArray(planned) ? planned.shift() : planned;
    if (said === 'none') return;
    const { status = 200, headers = {}, body } = said ?? problem(404, { code: 'resource_missing' });
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const log = recordingLog();
  const options = {
    secretKey: 'sk_test_key',
    publishableKey: 'pk_test_key',
    webhookSecrets: [WEBHOOK_SECRET],
    log,
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  return {
    options,
    log,
    /** Since `answer` was called last. */
    received: () => received,
    /** How the next requests are answered, by method and path; forgets those received. */
    answer: (next: StripeAnswers) => {
      received = [];
      answers = next;
    },
  };
}
