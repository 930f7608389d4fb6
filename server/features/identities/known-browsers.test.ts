/** Whoever comes with Google in a browser that the account knows waits for nobody's guesses. */
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { arrival, believing, testIssuer } from '#test/with-issuer.ts';

const issuer = await testIssuer();
const shop = await startShop({ config: { ...believing(issuer), rateLimitScale: 1 } });
const claims = { sub: 'njohur', email: 'njohur@gmail.com' };

async function comes(browser: Client, code?: string): Promise<string> {
  const { nonce } = await browser(identities.nonce);
  return arrival(browser, await issuer.sign({ nonce, ...claims }), code === undefined ? {} : { code });
}

test('whoever guesses behind the same address keeps no browser that was in before from coming in with a code', async () => {
  const known = shop.guest();
  expect(await comes(known)).toBe('200');
  const secret = await newSecondFactor(shop.db, { userId: (await known(accounts.me)).user.id });
  await known(accounts.logout);
  const guess = () =>
    refusal(shop.guest()(accounts.login, { body: { username: claims.email, password: 'nuk është' } }));
  for (let times = 0; times < 5; times++) expect(await guess()).toBe('401 accounts.badCredentials');
  expect(await guess()).toBe('429 limit.reached');
  const code = codeOf(secret, shop.clock.now());
  expect(await comes(shop.guest(), code)).toBe('429 limit.reached');
  expect(await comes(known, code)).toBe('200');
});
