/** A key that was rolled, taken back or may do too little says nothing of what was asked for with it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { recordingLog } from '#test/log.ts';
import { ProviderAway } from './provider.ts';
import { createStripe } from './stripe.ts';

test.each([401, 403])(
  'a key that is refused (%i) is a provider that is away, and the operator is told why',
  async (status) => {
    const door = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'this key will not do' } }));
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    const { port } = door.address() as AddressInfo;
    const log = recordingLog();
    const keys = { secretKey: 'sk_test_rolled', publishableKey: 'pk_test_x', webhookSecrets: [] };
    const cards = createStripe({ name: 'stripe', ...keys, apiBase: `http://127.0.0.1:${port}`, log });
    const attempt = { attemptId: v7(), amount: 1250 };
    await expect(cards.create(attempt)).rejects.toThrow(ProviderAway);
    await expect(cards.change('pi_1', attempt)).rejects.toThrow(ProviderAway);
    await expect(cards.cancel('pi_1')).rejects.toThrow(ProviderAway);
    await expect(cards.find('pi_1')).rejects.toThrow(ProviderAway);
    await expect(cards.refund('pi_1', { key: v7(), amount: 100 })).rejects.toThrow(ProviderAway);
    const told = log.lines.filter(({ level, text }) => level === 'error' && text.includes('STRIPE_SECRET_KEY'));
    expect(told).toHaveLength(5);
    expect(told[0]?.text).toContain('this key will not do');
    expect(log.lines.map(({ text }) => text).join()).not.toContain('sk_test_rolled');
    await cards.close();
    door.close();
  },
);
