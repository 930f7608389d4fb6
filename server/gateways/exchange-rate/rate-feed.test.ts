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

/** What an operator reads of it. */
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
])('%j is told as %s', async (figure, rate) => {
  server.answer = rateOf(figure);
  expect(await feed.ask()).toBe(rate);
});

test('the path leads to the figure, however deep', async () => {
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
])('%s is no rate', async (_name, figure) => {
  server.answer = rateOf(figure);
  expect(await failure(feed.ask())).toBe('at rates.ALL of its answer there is no rate');
});

test.each(['NaN', '{"rates":{"ALL":NaN}}', '<!doctype html><title>canary</title>', '', '{"rates":{"ALL":95.4}'])(
  '%s is no JSON',
  async (body) => {
    server.answer = json(body);
    expect(await failure(feed.ask())).toBe('its answer is no JSON');
  },
);

test.each(['null', '[]', '"canary"', '{"rates":95.4}'])('in %s there is no rate', async (body) => {
  server.answer = json(body);
  expect(await failure(feed.ask())).toBe('at rates.ALL of its answer there is no rate');
});

test('what every object has is not found in an answer', async () => {
  server.answer = json({ rates: {} });
  const path = 'rates.constructor.length';
  expect(await failure(createRateFeed({ url, path }).ask())).toBe(`at ${path} of its answer there is no rate`);
});

test.each([500, 503, 404, 204, 206])('%d is no answer', async (status) => {
  server.answer = (request, response) => {
    response.statusCode = status;
    rateOf(95.4)(request, response);
  };
  expect(await failure(feed.ask())).toBe(`it answered ${status}`);
});

test('a redirect is not followed', async () => {
  server.answer = (request, response) => {
    if (request.url === '/elsewhere') rateOf(95.4)(request, response);
    else response.writeHead(302, { location: '/elsewhere' }).end();
  };
  expect(await failure(feed.ask())).toBe('it answered 302');
  expect(server.asked).toBe(1);
});

test('who does not answer, or not to the end, is given up', async () => {
  server.answer = () => {};
  expect(await failure(impatient.ask())).toContain('it did not answer: ');
  server.answer = (_request, response) => void response.writeHead(200).write('{"rates":');
  expect(await failure(impatient.ask())).toContain('it did not answer: ');
  server.answer = (_request, response) => void response.socket?.destroy();
  expect(await failure(feed.ask())).toContain('it did not answer: ');
  const nobody = createRateFeed({ url: `http://127.0.0.1:${await freePort()}/?key=canary`, path: 'rates.ALL' });
  expect(await failure(nobody.ask())).toContain('it did not answer: ECONNREFUSED');
});

test('an answer without an end is not read to the end', async () => {
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
