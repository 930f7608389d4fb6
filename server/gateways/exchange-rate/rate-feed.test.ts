import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { json, rateOf, startRateServer } from '#test/rate-server.ts';
import { createRateFeed, FeedFailed } from './rate-feed.ts';

const server = await startRateServer();
const { url } = server;
const feed = createRateFeed({ url, path: 'rates.ALL' });
const impatient = createRateFeed({ url, path: 'rates.ALL', patienceMs: 300 });

beforeEach(() => {
  server.asked = 0;
});

async function failure(asking: Promise<string>): Promise<string> {
  const error = await asking.then(
    (rate) => new Error(`it told ${rate}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(FeedFailed);
  const { message, cause } = error as FeedFailed;
  expect(message).not.toContain('canary');
  expect(cause).toBeUndefined();
  return message;
}

test.each([
  [95.4, '95.4'],
  [80, '80'],
  ['81.382043', '81.382043'],
  ['95.40', '95.40'],
  [81.38147226, '81.381472'],
  ['81.3820436', '81.382044'],
])('figure %j, is the rate %s', async (figure, rate) => {
  server.answer = rateOf(figure);
  expect(await feed.ask()).toBe(rate);
});

test('path with several names, leads to the figure', async () => {
  server.answer = json({ usd: { all: 81.5 }, list: [{ value: '82.5' }] });
  expect(await createRateFeed({ url, path: 'usd.all' }).ask()).toBe('81.5');
  expect(await createRateFeed({ url, path: 'list.0.value' }).ask()).toBe('82.5');
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['no number', 'NaN'],
  ['a word', 'canary'],
  ['a list', [95.4]],
  ['a comma', '95,4'],
  ['a power', '9.54e1'],
  ['a tiny number', 1e-9],
  ['a huge number', 1e30],
  ['less than one', 0.5],
  ['zero', 0],
  ['less than nothing', -95.4],
  ['more than ten thousand', 10_000.01],
])('figure that is %s, is refused', async (_name, figure) => {
  server.answer = rateOf(figure);
  expect(await failure(feed.ask())).toBe('at rates.ALL of its answer there is no rate');
});

test.each(['NaN', '{"rates":{"ALL":NaN}}', '<!doctype html><title>canary</title>', '', '{"rates":{"ALL":95.4}'])(
  'response %s, is refused as invalid JSON',
  async (body) => {
    server.answer = json(body);
    expect(await failure(feed.ask())).toBe('its answer is no JSON');
  },
);

test.each(['null', '[]', '"canary"', '{"rates":95.4}'])('response %s, is refused without a rate', async (body) => {
  server.answer = json(body);
  expect(await failure(feed.ask())).toBe('at rates.ALL of its answer there is no rate');
});

test.each([500, 503, 404, 204, 206])('status %d, is refused', async (status) => {
  server.answer = (request, response) => {
    response.statusCode = status;
    rateOf(95.4)(request, response);
  };
  expect(await failure(feed.ask())).toBe(`it answered ${status}`);
});

test('redirect, is not followed', async () => {
  server.answer = (request, response) => {
    if (request.url === '/elsewhere') rateOf(95.4)(request, response);
    else response.writeHead(302, { location: '/elsewhere' }).end();
  };
  expect(await failure(feed.ask())).toBe('it answered 302');
  expect(server.asked).toBe(1);
});

test('no or incomplete response, times out', async () => {
  server.answer = () => {};
  expect(await failure(impatient.ask())).toContain('it did not answer: ');
  server.answer = (_request, response) => void response.writeHead(200).write('{"rates":');
  expect(await failure(impatient.ask())).toContain('it did not answer: ');
  server.answer = (_request, response) => void response.socket?.destroy();
  expect(await failure(feed.ask())).toContain('it did not answer: ');
  const nobody = createRateFeed({ url: `http://127.0.0.1:${await freePort()}/?key=canary`, path: 'rates.ALL' });
  expect(await failure(nobody.ask())).toContain('it did not answer: ECONNREFUSED');
});

test('endless response, is aborted at the size limit', async () => {
  let sent = 0;
  server.answer = async (_request, response) => {
    while (!response.destroyed && sent < 64 * 1024 * 1024) {
      sent += 65_536;
      response.write(' '.repeat(65_536));
      await wait(1);
    }
    response.end();
  };
  expect(await failure(feed.ask())).toBe('it answered with more than 262144 bytes');
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});
