import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { greetingOf } from './run.ts';

const server = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://bukuri.al',
  DATABASE_URL: 'postgres://bukuri@postgres/bukuri',
  SESSION_SECRET: 'x'.repeat(40),
};
const keys = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const said = (more: NodeJS.ProcessEnv) => greetingOf('http://0.0.0.0:3000', loadConfig({ ...server, ...more }));

test('a shop that takes no cards says so, and which variable is missing', () => {
  expect(said({})).toContain('No cards are taken: STRIPE_SECRET_KEY is not given.');
  expect(said(keys).join()).not.toContain('No cards');
});

test('a shop that would take cards and knows no rate says so before its first buyer does', () => {
  expect(said(keys)).toContain('Cards pause without a rate: give EXCHANGE_RATE_ALL_PER_USD or EXCHANGE_RATE_URL.');
  for (const rate of [
    { EXCHANGE_RATE_ALL_PER_USD: '95.4' },
    { EXCHANGE_RATE_URL: 'https://rates.example/usd', EXCHANGE_RATE_PATH: 'rates.ALL' },
  ]) {
    expect(said({ ...keys, ...rate }).join(), JSON.stringify(rate)).not.toContain('Cards pause');
  }
});

test('a shop that sells for test cards says so, and one with keys of the live mode does not', () => {
  const moves = (secretKey: string) => {
    const publishable = secretKey.includes('test') ? 'pk_test_x' : 'pk_live_x';
    return said({ ...keys, STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishable })
      .filter((line) => line.includes('no money moves'))
      .map((line) => line.split(' ')[0]);
  };
  for (const key of ['sk_test_x', 'rk_test_x']) expect(moves(key), key).toEqual(['STRIPE_SECRET_KEY']);
  for (const key of ['sk_live_x', 'rk_live_x']) expect(moves(key), key).toEqual([]);
});
