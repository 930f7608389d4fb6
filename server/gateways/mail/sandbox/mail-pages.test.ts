import { expect, test } from 'vitest';
import { startShop } from '#test/client.ts';
import { createStoredMail, MOST_MAILS } from './kept-mail.ts';
import { MAILS } from './mail-pages.ts';

const shop = await startShop({ config: { mail: { kind: 'sandbox', isForAll: false } } });
const mail = createStoredMail(shop.db);
const message = {
  id: 'receipt.1@bukuri.example',
  to: 'blerta@example.al',
  subject: 'Dëshmi <script>alert(1)</script>',
  text: 'Faleminderit <b>shumë</b>',
  html: '<!doctype html><p>Faleminderit</p>',
};
await mail.send(message);
await mail.send(message);

const get = (url: string, more: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
  shop.app.inject({ url, headers: { host: 'localhost:3000' }, ...more });
const address = `${MAILS}/${encodeURIComponent(message.id)}`;
const policyOf = ({ headers }: { headers: object }) => (headers as Record<string, string>)['content-security-policy'];

test('mails that were kept are listed, and one is shown as text and apart as markup', async () => {
  const list = await get(MAILS);
  expect(list.body).toContain('Dëshmi &lt;script&gt;');
  expect(list.body.match(/<li>/g)).toHaveLength(1);
  expect(list.body).toContain('×2');
  expect(list.headers['cache-control']).toBe('no-store');
  const one = await get(`${address}?lang=en`);
  expect(one.body).toContain('<pre>Faleminderit &lt;b&gt;shumë&lt;/b&gt;</pre>');
  expect(one.body).toContain('As it looks');
  expect(one.body).not.toContain('<script');
  const [, frame] = /<iframe [^>]*sandbox="allow-popups [^"]*" src="([^"]+)"/.exec(one.body) ?? [];
  expect((await get(frame ?? '')).body).toBe(message.html);
  expect((await get(`${MAILS}/nothing`)).statusCode).toBe(404);
});

test('nothing of a mail runs, loads or is framed elsewhere', async () => {
  for (const url of [MAILS, address]) {
    expect(policyOf(await get(url))).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
    expect(policyOf(await get(url))).not.toContain('unsafe');
  }
  const policy = policyOf(await get(`${address}/html`));
  expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'self'; sandbox allow-popups/);
  expect(policy).not.toMatch(/script|allow-same-origin/);
});

test('whoever is not at this machine sees no mails, unless that was said by name', async () => {
  for (const url of [MAILS, address, `${address}/html`]) {
    expect((await get(url, { remoteAddress: '192.0.2.7' })).statusCode, url).toBe(404);
    expect((await get(url, { headers: { host: 'bukuri.al' } })).statusCode, url).toBe(404);
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect((await get(url, { remoteAddress })).statusCode, url).toBe(200);
    }
  }
  const shown = await startShop({ url: shop.url, config: { mail: { kind: 'sandbox', isForAll: true } } });
  const asked = { url: MAILS, headers: { host: 'bukuri.al' }, remoteAddress: '192.0.2.7' };
  expect((await shown.app.inject(asked)).statusCode).toBe(200);
});

test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Forwarded', 'X-Real-IP', 'Via'])(
  'what a proxy at this machine asks for somebody, as %s says, shows no mails',
  async (name) => {
    const headers = { host: '127.0.0.1:3000', [name]: '127.0.0.1' };
    for (const url of [MAILS, address]) expect((await get(url, { headers })).statusCode, url).toBe(404);
  },
);

test('where mails are sent there is nothing of it', async () => {
  const real = await startShop({ url: shop.url });
  expect((await real.app.inject({ url: MAILS, headers: { host: 'localhost' } })).statusCode).toBe(404);
});

test('kept mails, more than the maximum, drop the oldest', async () => {
  await shop.pool.query(`insert into sandbox_mails (id, recipient, subject, text, html, created_at)
    select 'old.' || i, 'x', 'x', 'x', 'x', now() - interval '29 days' + i * interval '1 minute' from generate_series(1, ${MOST_MAILS}) i`);
  await mail.send({ ...message, id: 'receipt.2@bukuri.example' });
  const ids = async () =>
    (await shop.pool.query('select id from sandbox_mails order by created_at desc')).rows.map(({ id }) => id);
  const left = await ids();
  expect(left).toHaveLength(MOST_MAILS);
  expect(left.slice(0, 2)).toEqual(['receipt.2@bukuri.example', message.id]);
  expect(left).not.toContain('old.1');
});
