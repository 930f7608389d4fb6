/** Forms that a browser posts by itself, as it does where scripts are off. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { users } from '#db/schema/users.ts';
import { startShop } from '#test/client.ts';
import { newUser } from '#test/shoppers.ts';
import { makeLink } from './mailed-links.store.ts';
import { hashPassword } from './passwords.ts';

const shop = await startShop();
const { db } = shop;
const navigating = {
  accept: 'text/html,application/xhtml+xml',
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
};
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = navigating) =>
  shop.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
const { words, refusals } = allWords.sq;

let people = 0;
const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
async function newLink(purpose: 'reset' | 'verify') {
  const email = `pa-skripte${++people}@example.al`;
  const userId = await newUser(db, { email, username: email, passwordHash });
  return { userId, ...(await makeLink(db, { userId, email, purpose })) };
}

test('posted form, accepted, redirects to the page that confirms it', async () => {
  const asked = await post('/api/auth/reset-request', { email: 'dikush@example.al' });
  expect([asked.statusCode, asked.headers.location]).toEqual([303, '/reset?said=sent']);
  const { token } = await newLink('reset');
  const changed = await post('/api/auth/reset', { token, password: 'një gotë me ujë' });
  expect([changed.statusCode, changed.headers.location]).toEqual([303, '/reset?said=changed']);
  const verification = await newLink('verify');
  const confirmed = await post('/api/auth/verify', { token: verification.token, password: PASSWORD });
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/verify?said=confirmed']);
  const [user] = await db.select().from(users).where(eq(users.id, verification.userId));
  expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
  for (const { headers } of [asked, changed, confirmed]) expect(headers['cache-control']).toBe('no-store');
});

test('posted form of an old browser redirects, of a program gets JSON', async () => {
  const { 'sec-fetch-mode': _, ...old } = navigating;
  expect((await post('/api/auth/reset-request', { email: 'dikush@example.al' }, old)).statusCode).toBe(303);
  for (const headers of [
    { ...old, accept: 'application/json' },
    { ...navigating, 'sec-fetch-mode': 'cors' },
  ]) {
    const { statusCode, body } = await post('/api/auth/reset-request', { email: 'dikush@example.al' }, headers);
    expect([statusCode, body]).toEqual([200, '{"success":true}']);
  }
});

test('posted form, refused, gets a page with a link back to the form', async () => {
  const { token } = await newLink('reset');
  const weak = await post('/api/auth/reset', { token, password: 'fjalekalimi1' });
  expect(weak.statusCode).toBe(400);
  expect(weak.headers['content-type']).toContain('text/html');
  expect(weak.body).toContain(refusals['problem.accounts.passwordCommon']);
  expect(weak.body).toContain(`<a href="/reset?token=${token}">${words['common.tryAgain']}</a>`);
  const forged = await post('/api/auth/reset', { token: 'x"><b>', password: 'një gotë me ujë' });
  expect(forged.body).toContain(refusals['problem.accounts.linkOver']);
  expect(forged.body).toContain('<a href="/reset">');
  const asked = await post('/api/auth/reset-request', { email: 'jo-email' });
  expect(asked.body).toContain('<a href="/reset">');
  expect(asked.body).toContain(refusals['problem.accounts.emailInvalid']);
  const short = await post('/api/auth/reset', { token, password: 'shkurt' });
  expect(short.body).toContain(refusals['problem.accounts.passwordShort']);
  expect(short.body).toContain(`<a href="/reset?token=${token}">${words['common.tryAgain']}</a>`);
  const verification = await newLink('verify');
  for (const password of ['', 'not it at all']) {
    const unshown = await post('/api/auth/verify', { token: verification.token, password });
    expect(unshown.statusCode).toBe(403);
    expect(unshown.body).toContain(`<a href="/verify?token=${verification.token}">${words['common.tryAgain']}</a>`);
  }
  const foreign = { ...navigating, 'sec-fetch-site': 'cross-site' };
  expect((await post('/api/auth/verify', { token }, foreign)).statusCode).toBe(403);
});

test('posted form with lang=en keeps the language', async () => {
  const { token } = await newLink('reset');
  const asked = await post('/api/auth/reset-request?lang=en', { email: 'dikush@example.al' });
  expect(asked.headers.location).toBe('/reset?said=sent&lang=en');
  const weak = await post('/api/auth/reset?lang=en', { token, password: 'fjalekalimi1' });
  expect(weak.body).toContain(allWords.en.refusals['problem.accounts.passwordCommon']);
  expect(weak.body).toContain(`<a href="/reset?token=${token}&amp;lang=en">`);
  expect(weak.body).toContain('<a href="/?lang=en">');
  const changed = await post('/api/auth/reset?lang=en', { token, password: PASSWORD });
  expect(changed.headers.location).toBe('/reset?said=changed&lang=en');
});
