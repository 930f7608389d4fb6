import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import type { ApiError } from '#core/contract/call.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { support } from '#core/contract/support.ts';
import { newSessionId, startShop } from '#test/client.ts';

const shop = await startShop();
const ana = await shop.as({ email: 'ana.fields@example.al' });
const dealId = crypto.randomUUID();
const sessionId = newSessionId();

const refused = (call: Promise<unknown>) => call.then(() => null).catch((error: ApiError) => error);

test('invalid field, in each language, is named in the message', async () => {
  const wrong = () => refused(ana(cart.add, { body: { dealId, sessionId, quantity: 100 } }));
  expect(await wrong()).toMatchObject({ code: 'input.invalid', said: 'Fusha “sasia” nuk është e saktë.' });
  ana.cookies.set('language', 'en');
  expect((await wrong())?.said).toBe('The field “quantity” is not right.');
  ana.cookies.delete('language');
});

test('several invalid fields, in one request, are named together', async () => {
  const error = await refused(ana(cart.add, { body: { dealId: 'no id', quantity: 0 } as never }));
  expect(error?.said).toBe('Këto fusha nuk janë të sakta: “oferta”, “sasia”, “vizita”.');
  expect(error?.details).toEqual({ fields: { dealId: 'invalid', quantity: 'tooSmall', sessionId: 'required' } });
  const shown = await refused(ana(orders.cash, { body: { sessionId, expectedItems: [{ price: 'much' }] as never } }));
  expect(shown?.details).toMatchObject({ fields: { 'expectedItems.0.price': 'invalidNumber' } });
  expect(shown?.said).toContain('“çmimi”, “titulli”, “titulli në anglisht”, “salloni”');
});

test('invalid e-mail or password, alone, has a specific message', async () => {
  const guest = shop.guest();
  const email = 'jo-email';
  const said = { code: 'input.invalid', said: 'Ju lutemi, shkruani një adresë emaili të vlefshme' };
  const message = { subject: 'Hyrja', message: 'Nuk hyj dot.' };
  for (const wrong of [email, '', undefined as never, `${'a'.repeat(250)}@example.al`]) {
    const asked = await refused(guest(support.contact, { body: { email: wrong, ...message } }));
    expect(asked, wrong).toMatchObject({ ...said, details: { fields: { email: 'invalidEmail' } } });
    expect(await refused(guest(accounts.resetRequest, { body: { email: wrong } })), wrong).toMatchObject(said);
  }
  for (const wrong of [undefined as never, `${'a'.repeat(250)}@example.al`])
    expect(
      await refused(guest(accounts.register, { body: { email: wrong, passwordHash: 'një gotë me ujë' } })),
    ).toMatchObject(said);
  const reset = (password: string) => refused(guest(accounts.reset, { body: { token: 'x', password } }));
  expect((await reset('shkurt'))?.said).toBe('Fjalëkalimi duhet të ketë të paktën 8 karaktere');
  expect((await reset(''))?.said).toBe('Shkruani fjalëkalimin');
  const both = await refused(guest(support.contact, { body: { email, subject: 'x', message: '' } }));
  expect(both?.said).toBe('Këto fusha nuk janë të sakta: “emaili”, “mesazhi”.');
});
