import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectedItems } from '#core/domain/orders.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import {
  address,
  beginEachWithCart,
  buyTwoElsewhere,
  CONFIRM,
  declined,
  emptyCart,
  fillIn,
  INTENT,
  message,
  open,
  order,
  paid,
  pass,
  pay,
  payButton,
  prepared,
  press,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { said, t } from '#test/dom.tsx';
import { ana, after as answerAfter, dealNumber, lineOf, noAnswer, refuse } from '#test/fake-server.ts';
import { outcomeOf, wordsOf } from '#web/features/payments/card-fields.ts';
import { storedPayment, storePayment } from '#web/features/payments/pending-payment.ts';

const typed = () => document.querySelector<HTMLInputElement>('input[name=number]')?.value;

describe('preparation', () => {
  beginEachWithCart();

  test('checkout, no card provider, does not offer cards', async () => {
    await open({ cards: null });
    expect(screen.getByText(t('checkout.cash'))).toBeTruthy();
    expect(screen.queryByText(t('checkout.card'))).toBeNull();
    expect(server.asked).not.toContain(`${INTENT}`);
  });

  test('card payment, unavailable line, shows no form', async () => {
    server.on('GET /api/cart/', () => [{ ...lineOf(dealNumber(1)), unavailable: 'unavailable' }]);
    await open();
    expect(screen.getByText(t('cart.blocked'))).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(server.asked).not.toContain(INTENT);
  });

  test('card payment, cart still changing, is prepared once it is settled', async () => {
    const line = lineOf(dealNumber(1));
    const change = { kind: 'set', dealId: line.dealId, quantity: 2, at: Date.now() };
    localStorage.setItem('keptChanges', JSON.stringify({ userId: ana.id, changes: [change] }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
    server.on(
      'PATCH /api/cart/',
      answerAfter(2000, () => {
        server.on('GET /api/cart/', () => [{ ...line, quantity: 2 }]);
        return { ...line, quantity: 2 };
      }),
    );
    await open();
    expect([server.sent('PATCH'), server.sent('POST')]).toEqual([[{ quantity: 2 }], []]);
    await pass(3000);
    expect(server.sent('POST')).toMatchObject([{ expectedItems: [{ quantity: 2 }] }]);
  });

  test('card payment shows the charged amount and rate, and is prepared once with the shown lines', async () => {
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

  test('card payment, preparation fails, can be retried', async () => {
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
  ])(
    "card payment, preparation refused with %i %s, shows the server's reason and a way on",
    async (status, code, ways, mayTryAgain) => {
      server.on(INTENT, refuse(status, code, `words of ${code}`));
      await open();
      const problem = screen.getByText(`words of ${code}`, { ignore: '[data-live-region] p' }).closest('section');
      // Not an error for whoever pays or has paid.
      expect(problem?.querySelector('h2') !== null).toBe(!['payments.alreadyPaid', 'payments.underWay'].includes(code));
      const found = [...(problem?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent);
      expect(found).toEqual(ways);
      expect(screen.queryByRole('button', { name: t('common.tryAgain') }) !== null).toBe(mayTryAgain);
      expect(problem?.querySelectorAll('.bg-brand'), 'one of them stands out').toHaveLength(1);
    },
  );

  test('card payment, missing fields, is not sent and each field says what is missing', async () => {
    await open();
    await pay();
    expect(server.asked).not.toContain(CONFIRM);
    const wrong = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
    expect(wrong).toEqual(['number', 'expiry', 'cvc', 'name']);
    expect(document.activeElement?.getAttribute('name')).toBe('number');
  });

  test('card payment, cart changed in another tab, keeps typed data and shows the new total first', async () => {
    await open();
    await fillIn();
    server.on(
      INTENT,
      answerAfter(1000, () => ({ ...prepared, totalALL: 2000, totalUSD: 20.96 })),
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
});

describe('payment', () => {
  beginEachWithCart();

  test.each([
    ['before the card was charged, is told so', INTENT, 'toast.pay.notCharged'],
    ['while the answer was lost, is told where to look', RECORD, 'toast.pay.signedOut'],
  ] as const)('card payment, session ended %s, leads to the sign-in page and back', async (_when, call, words) => {
    await open();
    await fillIn();
    server.on(CONFIRM, noAnswer);
    for (const each of [call, 'GET /api/auth/me']) server.on(each, refuse(401, 'access.notAuthenticated'));
    await pay();
    await pass(300);
    expect(address()).toMatch(/^\/login\?next=/);
    expect(message()).toBe(`${t('auth.sessionEnded')} | ${t(words)}`);
  });

  test('card payment, succeeded, shows the recorded order and then home', async () => {
    await open();
    await fillIn();
    await pay();
    expect(message()).toBe(`${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('checkout.done'));
    expect(screen.getByText('pi_1')).toBeTruthy();
    expect(server.sent('POST').slice(-2)).toEqual([
      {
        clientSecret: 'pi_1_secret_x',
        returnUrl: `${location.origin}/checkout?method=card`,
        card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getFullYear() + 3, cvc: '123' },
      },
      { sessionId: expect.any(String), paymentIntentId: 'pi_1' },
    ]);
    expect(storedPayment()).toBeNull();
    await pass(1600);
    expect(address()).toBe('/');
  });

  test('card payment, succeeded, empties the cart in this tab too', async () => {
    await open();
    await fillIn();
    await pay();
    expect(server.asked.slice(server.asked.indexOf(RECORD)).some((call) => call.startsWith('GET /api/cart/'))).toBe(
      true,
    );
  });

  test.each([
    ['generic_decline', 'declined'],
    ['insufficient_funds', 'funds'],
    ['expired_card', 'expired'],
    ['incorrect_cvc', 'cvc'],
    ['payment_intent_authentication_failure', 'bank'],
    ['something_new', 'other'],
  ] as const)('card payment, declined for %s, shows the reason and can be retried', async (code, words) => {
    server.on(CONFIRM, declined(code));
    await open();
    await fillIn();
    await pay();
    expect(message()).toBe(`${t('toast.pay.failed')} | ${t(`checkout.cardError.${words}`)}`);
    expect(storedPayment()).toBeNull();
    server.on(CONFIRM, paid);
    await pay();
    expect(message()).toContain(t('toast.pay.success.title'));
  });

  test('card payment, paid in another tab meanwhile, is not reported as failed', async () => {
    await open();
    await fillIn();
    server.on(INTENT, refuse(400, 'cart.empty'));
    emptyCart();
    await pay();
    expect(message()).toBe(`${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`);
    expect(server.sent('POST').at(-1)).toEqual({ sessionId: expect.any(String), paymentIntentId: 'pi_1' });
  });

  test('card payment, response lost, is resolved and not paid again', async () => {
    server.on(CONFIRM, noAnswer);
    await open();
    await fillIn();
    await pay();
    await pass(200);
    expect(message()).toContain(t('toast.pay.success.title'));
    expect(server.asked.filter((call) => call === CONFIRM)).toHaveLength(1);
    expect(screen.getByText('pi_1')).toBeTruthy();
  });

  test('card payment, cards paused while the form is open, shows when the pause ends', async () => {
    await open();
    await fillIn();
    server.on(INTENT, refuse(429, 'payments.paused', 'Karta u refuzua disa herë.', 15 * 60));
    await pay();
    await pass(300);
    expect(server.asked).not.toContain(CONFIRM);
    expect(screen.getByText(`Karta u refuzua disa herë. ${t.count('checkout.pausedFor', 15)}`)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(message(), 'said once').toBe('');
  });

  test('card payment, amount changed, is shown before it is paid', async () => {
    await open();
    await fillIn();
    server.on(INTENT, () => ({ ...prepared, totalUSD: 12 }));
    await pay();
    expect(server.asked).not.toContain(CONFIRM);
    expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.totalChanged')}`);
    expect(screen.getByRole('button', { name: t('checkout.payUsd', { totalUSD: '12,00' }) })).toBeTruthy();
  });

  test('card payment, order not recorded at once, stays successful and is recorded later', async () => {
    server.on(RECORD, noAnswer);
    await open();
    await fillIn();
    await pay();
    expect(message()).toContain(t('toast.pay.success.title'));
    expect(screen.getByText(t('checkout.recording'))).toBeTruthy();
    expect(storedPayment()).toMatchObject({ paymentIntentId: 'pi_1', state: 'paid' });
    await pass(1600);
    expect(address()).toBe('/');
    server.on(RECORD, () => order);
    await pass(20_000);
    expect(storedPayment()).toBeNull();
  });

  test('card payment, page left, announces the outcome later', async () => {
    storePayment({
      userId: ana.id,
      paymentIntentId: 'pi_1',
      sessionId: 'session_1',
      at: Date.now(),
      state: 'paying',
    });
    await open({ at: '/checkout' });
    expect(message()).toContain(t('toast.pay.success.title'));
    expect(storedPayment()).toBeNull();
  });

  test('card payment, refused at the bank, shows the reason and the form', async () => {
    server.on(RECORD, refuse(402, 'payments.notPaid'));
    await open({ at: '/checkout?method=card&payment_intent=pi_1&redirect_status=failed' });
    expect(message()).toBe(`${t('toast.pay.failed')} | ${t('checkout.cardError.bank')}`);
    expect(address()).toBe('/checkout?method=card');
    expect(payButton()).toBeTruthy();
  });
});

describe('accessibility', () => {
  beginEachWithCart();

  test('card payment, submitted by keyboard, stays on its confirmation', async () => {
    await open();
    await fillIn();
    await act(async () => void fireEvent(payButton(), new MouseEvent('click', { bubbles: true, detail: 0 })));
    await pass(100);
    expect(screen.getByText('pi_1')).toBeTruthy();
    await pass(20_000);
    expect(address()).toBe('/checkout?method=card');
  });

  test.each([
    ['expired_card', 'expiry'],
    ['incorrect_cvc', 'cvc'],
    ['incorrect_number', 'number'],
  ])('card payment, declined for %s, marks its field with advice', async (code, name) => {
    server.on(CONFIRM, declined(code));
    await open();
    await fillIn();
    await pay();
    const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
    expect(document.activeElement).toBe(field);
    const words = (field?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(words.map((one) => one?.textContent)).toContain(t('validation.checkCard'));
    server.on(CONFIRM, paid);
    await pay();
    expect(screen.getByText('pi_1')).toBeTruthy();
  });

  test('card payment, missing fields, announces and shows their number', async () => {
    await open();
    await pay();
    await pass(300);
    expect(said()).toEqual([t.count('form.wrong', 4)]);
    expect(screen.getByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeTruthy();
    await fillIn();
    expect(screen.queryByText(t.count('form.wrong', 4), { selector: 'form p' })).toBeNull();
  });
});

const refused = (type: string, code: string, status?: string) =>
  outcomeOf({ error: { type, code, message: 'No.', ...(status && { payment_intent: { status } }) } }).state;

describe('outcome of the provider', () => {
  test('provider outcome, succeeded, is paid despite errors', () => {
    expect(outcomeOf({ status: 'succeeded' }).state).toBe('paid');
    expect(refused('invalid_request_error', 'payment_intent_unexpected_state', 'succeeded')).toBe('paid');
  });

  test('provider outcome, still processing, is neither paid nor declined', () => {
    expect(outcomeOf({ status: 'processing' }).state).toBe('unknown');
    expect(refused('invalid_request_error', 'payment_intent_unexpected_state', 'processing')).toBe('unknown');
    expect(refused('invalid_request_error', 'lock_timeout'), 'another tab pays it').toBe('unknown');
    expect(refused('api_error', ''), 'the provider is in trouble').toBe('unknown');
    expect(outcomeOf({}).state, 'nothing was said').toBe('unknown');
  });

  test('provider outcome, card or validation error, is declined', () => {
    expect(outcomeOf({ error: { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' } })).toEqual({
      state: 'declined',
      decline: { code: 'lost_card', message: '' },
    });
    expect(outcomeOf({ error: { type: 'validation_error' } })).toEqual({ state: 'declined', decline: null });
    expect(outcomeOf({ status: 'requires_payment_method' }).state, 'its holder refused').toBe('declined');
  });
});

const en = translator('en', allWords.en.words);

const sq = translator('sq', allWords.sq.words);

const decline = { code: 'generic_decline', message: 'Your card was declined.' };

describe('decline messages', () => {
  test("decline message, is the provider's in English and ours in Albanian", () => {
    expect(wordsOf(decline, en)).toBe('Your card was declined.');
    expect(wordsOf(decline, sq)).toBe(sq('checkout.cardError.declined'));
    expect(wordsOf({ ...decline, code: 'lost_card' }, sq)).toBe(sq('checkout.cardError.other'));
  });

  test('decline message, provider says nothing, is ours', () => {
    expect(wordsOf({ code: 'expired_card', message: '' }, en)).toBe(en('checkout.cardError.expired'));
    expect(wordsOf({ code: '', message: '' }, en)).toBe(en('checkout.cardError.other'));
  });
});
