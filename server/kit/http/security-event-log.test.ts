/** What tells of an attack, or of somebody who comes and goes, leaves a line; nobody is named in it and nothing is repeated. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { startShop } from '#test/client.ts';
import { makeRestrictedApp } from '#test/restricted-endpoints.ts';

const shop = await startShop({
  config: { isPublicUrlGiven: true, publicUrl: 'http://bukuri.test' },
  makeApp: makeRestrictedApp,
});
const ana = await shop.as({ email: 'ana@example.al' });

/** The lines that came of it. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = shop.log.lines.length;
  await work();
  return shop.log.lines.slice(before).map(({ text }) => JSON.parse(text));
}

const where = { address: '127.0.0.1', requestId: expect.any(String), time: expect.stringMatching(/^\d{4}-.*Z$/) };

test.each([
  ['a right that somebody does not have', 'access.forbidden', { url: '/restricted/admins' }],
  ['another host', 'host.foreign', { url: '/api/categories', headers: { host: 'evil.example' } }],
  ['NUL in an address', 'input.encoding', { url: '/api/categories?city=%00' }],
  ['a parameter that reaches prototypes', 'input.malformed', { url: '/api/categories?__proto__=1' }],
])('%s, refused, is logged', async (_what, event, asked) => {
  const lines = await linesOf(() => ana.send(asked));
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: 'security', event, method: 'GET', ...where })]);
});

test('sign-in and sign-out, successful, are logged with user id and address', async () => {
  const visitor = shop.guest();
  const body = { email: 'canary@example.al', passwordHash: 'një gotë me ujë' };
  const lines = await linesOf(async () => {
    await visitor(accounts.register, { body });
    await visitor(accounts.logout);
    await visitor(accounts.login, { body: { username: body.email, password: body.passwordHash } });
    await shop.guest()(accounts.logout);
  });
  const { user } = await visitor(accounts.me);
  const told = (event: string) => expect.objectContaining({ level: 'info', event, userId: user.id, ...where });
  expect(lines).toEqual([told('accounts.register'), told('accounts.signOut'), told('accounts.signIn')]);
  expect(JSON.stringify(lines)).not.toContain('canary');
});
