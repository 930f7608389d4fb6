import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createNonces } from './credentials.ts';

const asking = (cookie?: string) => ({ headers: { cookie } }) as FastifyRequest;

test('over https no other site sets the nonce and no open line carries it; what is none is not believed', () => {
  const set: string[] = [];
  const reply = { header: (_name: string, value: string) => set.push(value) } as unknown as FastifyReply;
  const nonces = createNonces(true);
  const given = nonces.give(asking(), reply);
  expect(set).toEqual([
    expect.stringMatching(/^__Host-bukuri-nonce=[\w-]{22}; Path=\/; SameSite=Lax; Secure; HttpOnly$/),
  ]);
  expect(nonces.of(asking(set[0]?.split(';')[0]))).toBe(given);
  expect(nonces.of(asking('__Host-bukuri-nonce=chosen'))).toBeNull();
});
