/** What a payment by card may come to, on the screens that say so. */
import { expect, type Page } from '@playwright/test';
import { walk } from './journey.ts';

interface Screen {
  name: string;
  show: (page: Page) => Promise<void>;
}

const CARD = '/checkout?method=card';
const INTENT = '**/api/create-payment-intent';
const CONFIRM = '**/sandbox/payments/*/confirm';
const RECORD = '**/api/cart/checkout';
const charge = { amount: 22.41, currency: 'USD', exchangeRate: 98.15, refunded: 0, refunding: 0 };
const whole = { ...charge, dispute: null, isTest: true, isVoid: false };

/** In the order of the list: each is walked to from the one before, in one document. */
export const payments: Screen[] = [
  orderAs('an order that a bank disputes', 1, { charge: { ...whole, dispute: 'open' } }),
  orderAs('an order that was given back', 2, { status: 'refunded', charge: { ...whole, refunded: 22.41 } }),
  {
    name: 'a card that is declined',
    show: async (page) => {
      const error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Declined.',
      };
      await page.route(CONFIRM, (route) => route.fulfill({ json: { error } }));
      await walk(page, CARD);
      await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
      await page.getByRole('button', { name: /^(Paguaj|Pay) .*USD$/ }).click();
      // The reason stands in the form once the message is gone.
      await page.locator('[data-messages]').getByRole('button').click();
      await expect(page.getByRole('main').getByText(/^(Karta u refuzua\.|Declined\.)/)).toBeVisible();
    },
  },
  {
    name: 'cards that are paused',
    show: async (page) => {
      const json = { code: 'payments.paused', message: 'Karta u refuzua disa herë radhazi.' };
      await page.route(INTENT, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '840' }, json }));
      await page.getByRole('button', { name: /^(Paguaj|Pay) .*USD$/ }).click();
      await expect(page.getByRole('main').getByText(/pas 14 minutash|in 14 minutes/)).toBeVisible();
    },
  },
  {
    name: 'a payment of which nobody knows yet what became',
    show: async (page) => {
      await page.route(RECORD, (route) => route.fulfill({ status: 503, json: { code: 'payments.away', message: '' } }));
      await page.evaluate(keepUnknownPayment);
      await expect(page.getByRole('main').getByText(/nuk dihet|not known|do not know/)).toBeVisible();
    },
  },
];

function orderAs(name: string, at: number, more: object): Screen {
  const id = `00000000-0000-7000-8000-00000000000${at}`;
  return {
    name,
    show: async (page) => {
      const [order] = await (await page.request.get('/api/orders/my')).json();
      const paid = {
        id,
        paymentMethod: 'card',
        status: 'completed',
        stripePaymentIntentId: 'pi_3TvJkQ2eZvKYlo2C1y5a8K2M',
      };
      await page.route(`**/api/orders/${id}`, (route) => route.fulfill({ json: { ...order, ...paid, ...more } }));
      await walk(page, `/orders/${id}`);
      await expect(page.locator(`#order-${id}-title`)).toBeVisible();
    },
  };
}

/** In the page: as if it had been begun in another tab, where no answer came. */
async function keepUnknownPayment(): Promise<void> {
  const { user } = await (await fetch('/api/auth/me')).json();
  const payment = { userId: user.id, paymentIntentId: 'pi_1', sessionId: 'session_journey', total: 2200 };
  localStorage.setItem('payment', JSON.stringify({ ...payment, at: Date.now(), state: 'unknown' }));
  dispatchEvent(new StorageEvent('storage', { key: 'payment' }));
}
