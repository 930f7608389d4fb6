import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { recordingLog } from '#test/log.ts';
import { staticFiles } from './static-files.ts';

const shop = await startShop({ makeApp: createShop });
const entry = /src="(\/assets\/[^"]+)"/.exec((await shop.guest().send({ url: '/' })).body)?.[1] ?? '';

test.each(['/favicon.svg', entry])('%s, failed precondition or range, answers 412 or 416', async (url) => {
  const ask = (headers: Record<string, string>) => shop.guest().send({ url, headers });
  const [changed, newer, beyond] = [
    await ask({ 'if-match': '"x"' }),
    await ask({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }),
    await ask({ range: 'bytes=999999999-' }),
  ];
  expect([changed, newer, beyond].map(({ statusCode }) => statusCode)).toEqual([412, 412, 416]);
  expect(beyond.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
  for (const { headers } of [changed, newer, beyond]) {
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
  expect(shop.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

const moved = (folder: string) => `${folder}-away`;
/** What a folder may become, where descriptors run out or a disk goes. */
const broken = {
  'cannot be read': (folder: string) => {
    renameSync(folder, moved(folder));
    symlinkSync(folder, folder);
  },
  'is away': (folder: string) => renameSync(folder, moved(folder)),
};

test.each(Object.keys(broken) as (keyof typeof broken)[])(
  'while a folder %s its files are not called missing',
  async (what) => {
    const root = mkdtempSync(join(tmpdir(), 'bukuri-files-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'assets'));
    writeFileSync(join(root, 'assets/é.js'), 'text');
    const log = recordingLog();
    const app = fastify();
    onTestFinished(() => app.close());
    await staticFiles(app, log, `${root}/`);
    const ask = (url: string) => app.inject({ url });
    const file = '/assets/%C3%A9.js?v=1';
    expect((await ask(file)).statusCode).toBe(200);
    broken[what](join(root, 'assets'));
    const { statusCode, headers } = await ask(file);
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
    expect((await ask('/assets/other.js')).statusCode).toBe(404);
    const said = log.lines.filter(({ text }) => text.includes('cannot be read'));
    expect(said).toEqual([{ level: 'warn', text: expect.stringContaining('/assets/é.js') }]);
  },
);
