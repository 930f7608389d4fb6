/** What is asked for before one pays by card, and each refusal of it. */
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectedItems } from '#core/domain/orders.ts';
import {
  address,
  beginEachWithCart,
  buyTwoElsewhere,
  CONFIRM,
  emptyCart,
  fillIn,
  INTENT,
  message,
  open,
  pass,
  pay,
  payButton,
  prepared,
  press,
  server,
} from '#test/card-screen.tsx';
import { said, t } from '#test/dom.tsx';
import { after, ana, dealNumber, lineOf, noAnswer, refuse } from '#test/fake-server.ts';

beginEachWithCart();

test('where no cards are taken, nobody is offered to pay by one', async () => {
  await open({ cards: null });
  expect(screen.getByText(t('checkout.cash'))).toBeTruthy();
  expect(screen.queryByText(t('checkout.card'))).toBeNull();
  expect(server.asked).not.toContain(`${INTENT}`);
});

test('for what cannot be bought no card is asked', async () => {
  server.on('GET /api/cart/', () => [{ ...lineOf(dealNumber(1)), unavailable: 'unavailable' }]);
  await open();
  expect(screen.getByText(t('cart.blocked'))).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(server.asked).not.toContain(INTENT);
});

test('a payment is asked for once the cart is as it is shown', async () => {
  const line = lineOf(dealNumber(1));
  const change = { kind: 'set', dealId: line.dealId, quantity: 2, at: Date.now() };
  localStorage.setItem('keptChanges', JSON.stringify({ userId: ana.id, changes: [change] }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  server.on(
    'PATCH /api/cart/',
    after(2000, () => {
      server.on('GET /api/cart/', () => [{ ...line, quantity: 2 }]);
      return { ...line, quantity: 2 };
    }),
  );
  await open();
  expect([server.sent('PATCH'), server.sent('POST')]).toEqual([[{ quantity: 2 }], []]);
  await pass(3000);
  expect(server.sent('POST')).toMatchObject([{ expectedItems: [{ quantity: 2 }] }]);
});

test('what was paid elsewhere is shown as the cart is since', async () => {
  server.on(INTENT, (asked) => {
    emptyCart();
    return refuse(409, 'payments.alreadyPaid')(asked);
  });
  await open();
  const since = server.asked.slice(server.asked.indexOf(INTENT));
  expect(since.some((call) => call.startsWith('GET /api/cart/'))).toBe(true);
});

test('cash comes first and cards second', async () => {
  await open({ at: '/checkout', cards: 'stripe' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/cart', '/checkout?method=cash', '/checkout?method=card']);
  expect(screen.getByText(t('checkout.card.hint'))).toBeTruthy();
});

test('while one has not chosen how to pay, nobody says that one pays at the salon', async () => {
  await open({ at: '/checkout' });
  expect(document.body.textContent).toContain(`${t('cart.total')}: 1000\u00a0lekë`);
  expect(document.querySelector('section')?.textContent).not.toContain('paguani');
});

test('in the sandbox too the choice says that a card is charged in dollars', async () => {
  await open({ at: '/checkout' });
  expect(screen.getByText(`${t('checkout.card.hint')}. ${t('checkout.test')}`)).toBeTruthy();
});

test('what is charged is shown with its rate, asked for once with the lines on the screen', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('checkout.complete'));
  expect(document.body.textContent).toContain('1\u00a0USD = 95,40\u00a0lekë');
  expect(document.body.textContent).toContain('10,48\u00a0USD');
  expect(document.body.textContent, 'nothing is paid at the salon').not.toContain('paguani');
  expect(document.body.textContent).toContain(t('checkout.test'));
  expect(payButton()).toBeTruthy();
  expect(screen.getByRole('form').textContent, 'on a phone too').toMatch(
    /^Të dhënat e kartësTotali [^:]*10,48\u00a0USD/,
  );
  expect(server.sent('POST')).toEqual([
    { sessionId: expect.any(String), expectedItems: expectedItems([lineOf(dealNumber(1))]) },
  ]);
});

test('the amount, the fields and the button come before what is ordered', async () => {
  await open();
  const parts = [
    screen.getByText(t('checkout.conversionNote')),
    payButton(),
    screen.getByRole('region', { name: t('cart.title') }),
  ];
  const inOrder = parts.every((part, at) => {
    const next = parts[at + 1];
    return !next || part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(inOrder).toBe(true);
});

test('what is ordered says what it comes to, where no form says it', async () => {
  const totals = () => within(screen.getByRole('region', { name: t('cart.title') })).queryAllByText(t('cart.total'));
  await open();
  expect(totals(), 'it stands above the form').toHaveLength(0);
  cleanup();
  server.on(INTENT, refuse(429, 'payments.paused', 'Karta u refuzua disa herë.', 60));
  await open();
  expect(totals()).toHaveLength(1);
});

test('a payment that does not come is said after ten seconds, and shown if it comes after all', async () => {
  server.on(
    INTENT,
    after(15_000, () => prepared),
  );
  await open();
  expect(screen.getByText(t('checkout.preparing'))).toBeTruthy();
  await pass(10_000);
  expect(screen.getByRole('heading', { name: t('toast.payWindow.title') })).toBeTruthy();
  expect(screen.getByText(t('toast.payWindow.text'))).toBeTruthy();
  expect(screen.getByRole('link', { name: t('checkout.cash') })).toBeTruthy();
  await pass(6000);
  expect(payButton()).toBeTruthy();
});

test('until it is there a spinner turns, and the button names no amount', async () => {
  server.on(
    INTENT,
    after(3000, () => prepared),
  );
  await open();
  expect(screen.getByText(t('checkout.preparing')).querySelector('.animate-spin')).toBeTruthy();
  expect(screen.getByRole('button', { name: t('checkout.payNow') }).getAttribute('aria-disabled')).toBe('true');
  await pass(3000);
  expect(payButton().getAttribute('aria-disabled')).toBeNull();
  expect(screen.queryByText(t('checkout.preparing'), { ignore: '[data-voice] p' })).toBeNull();
  expect(said()).toEqual([t('checkout.preparing'), t('checkout.ready')]);
});

test('one tries again, and it is there', async () => {
  // As browsers do by now.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  server.on(INTENT, noAnswer);
  await open();
  expect(screen.getByText(t('toast.payWindow.text'))).toBeTruthy();
  server.on(INTENT, () => prepared);
  await press(t('common.tryAgain'));
  await pass(200);
  expect(payButton()).toBeTruthy();
});

test.each([
  [400, 'payments.tooSmall', [t('checkout.cash')], false],
  [404, 'payments.noCards', [t('checkout.cash')], false],
  [503, 'payments.ratePaused', [t('checkout.cash')], true],
  [503, 'payments.away', [t('checkout.cash')], true],
  [400, 'payments.tooLarge', [t('toast.cartAdd.view'), t('checkout.cash')], false],
  [409, 'payments.underWay', [], true],
  [409, 'cart.changed', [t('checkout.cash')], true],
  [409, 'cart.unavailable', [t('toast.cartAdd.view'), t('checkout.cash')], false],
  [409, 'payments.alreadyPaid', [t('orders.view')], false],
  [429, 'limits.tooMany', [t('checkout.cash')], true],
  [429, 'payments.paused', [t('checkout.cash')], false],
  [429, 'payments.crowded', [t('checkout.cash')], false],
])('%i %s is said in the words of the server, with a way on', async (status, code, ways, mayTryAgain) => {
  server.on(INTENT, refuse(status, code, `words of ${code}`));
  await open();
  const problem = screen.getByText(`words of ${code}`, { ignore: '[data-voice] p' }).closest('section');
  // Who pays, or has paid, is told of no error.
  expect(problem?.querySelector('h2') !== null).toBe(!['payments.alreadyPaid', 'payments.underWay'].includes(code));
  const found = [...(problem?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent);
  expect(found).toEqual(ways);
  expect(screen.queryByRole('button', { name: t('common.tryAgain') }) !== null).toBe(mayTryAgain);
  expect(problem?.querySelectorAll('.bg-brand'), 'one of them stands out').toHaveLength(1);
});

test('a pause says when it ends, once to who hears it, and then one tries again', async () => {
  server.on(INTENT, refuse(429, 'payments.paused', 'Karta u refuzua disa herë.', 14 * 60 + 50));
  await open();
  const inMinutes = (count: number) => `Karta u refuzua disa herë. ${t.count('checkout.pausedFor', count)}`;
  const shown = (text: string) => screen.queryByText(text, { ignore: '[data-voice] p' });
  expect(shown(inMinutes(15))).toBeTruthy();
  expect(said().join()).toContain(inMinutes(15));
  await pass(13 * 60_000);
  expect(shown(inMinutes(2))).toBeTruthy();
  await pass(60_000 - 50);
  await pass(50);
  expect(shown(inMinutes(1))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('common.tryAgain') })).toBeNull();
  expect(said(), 'each minute anew').toEqual([]);
  server.on(INTENT, () => prepared);
  await pass(60_000);
  await press(t('common.tryAgain'));
  await pass(200);
  expect(payButton()).toBeTruthy();
});

test('a cart that another tab emptied leads to the cart', async () => {
  server.on(INTENT, () => {
    emptyCart();
    return refuse(400, 'cart.empty')({ path: '', body: null });
  });
  await open();
  await pass(200);
  expect(address()).toBe('/cart');
});

test('nothing is paid while a field is missing, and each says what it lacks', async () => {
  await open();
  await pay();
  expect(server.asked).not.toContain(CONFIRM);
  const wrong = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
  expect(wrong).toEqual(['number', 'expiry', 'cvc', 'name']);
  expect(document.activeElement?.getAttribute('name')).toBe('number');
});

const typed = () => document.querySelector<HTMLInputElement>('input[name=number]')?.value;

test('what is typed stays when another tab changes the cart, and the new total is said before it is paid', async () => {
  await open();
  await fillIn();
  server.on(
    INTENT,
    after(1000, () => ({ ...prepared, totalALL: 2000, totalUSD: 20.96 })),
  );
  await buyTwoElsewhere();
  await pass(300);
  expect(typed()).toBe('4242 4242 4242 4242');
  const waiting = screen.getByRole('button', { name: t('checkout.payNow') });
  expect([waiting.getAttribute('aria-disabled'), message()]).toEqual(['true', '']);
  await pass(1500);
  expect([typed(), message()]).toEqual(['4242 4242 4242 4242', t('checkout.totalChanged')]);
  const button = screen.getByRole('button', { name: t('checkout.payUsd', { totalUSD: '20,96' }) });
  expect(button.getAttribute('aria-disabled')).toBeNull();
});
