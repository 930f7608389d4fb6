/** The form of Stripe, with a stand-in for its script. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  beginEachWithCart,
  INTENT,
  message,
  open,
  order,
  pass,
  pay,
  payButton,
  prepared,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { setCspSources } from '#web/kit/page-state.ts';

await import('#web/features/payments/stripe-fields.tsx');
type Listener = () => void;
/** What the script was asked for; `hear` tells the page what became of the fields. */
let asked: unknown[];
let hear: Record<string, Listener>;
let confirm: () => Promise<unknown>;

beginEachWithCart();
beforeEach(() => {
  [asked, hear] = [[], {}];
  confirm = async () => ({ paymentIntent: { status: 'succeeded' } });
  setCspSources(['cardProvider']);
  server.on(INTENT, () => ({ ...prepared, provider: 'stripe', publishableKey: 'pk_test_1' }));
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'Stripe',
    Object.assign(
      (...given: unknown[]) => ({
        elements: ({ appearance, ...options }: { appearance: unknown }) => {
          asked.push(given, options, typeof appearance);
          return {
            create: (...element: unknown[]) => {
              asked.push(element);
              return {
                on: (event: string, listener: Listener) => {
                  hear[event] = listener;
                },
                mount() {},
                destroy: () => asked.push('destroyed'),
              };
            },
            update() {},
            fetchUpdates: async () => ({}),
          };
        },
        confirmPayment: ({ elements: _, ...how }: { elements: unknown }) => {
          asked.push(how);
          return confirm();
        },
      }),
      { version: 'endive' },
    ),
  );
});

afterEach(() => setCspSources([]));

async function openReady(): Promise<void> {
  await open({ cards: 'stripe' });
  await pass(100);
  hear.ready?.();
  await pass(100);
}

test('it is asked for with tabs, without wallets, with the billing that it needs, and leaves the page only if it must', async () => {
  await openReady();
  expect(screen.getByText(t('checkout.cardFormEnglish'))).toBeTruthy();
  await pay();
  expect(asked).toEqual([
    ['pk_test_1', { locale: 'en' }],
    { clientSecret: 'pi_1_secret_x', locale: 'en' },
    'object',
    [
      'payment',
      {
        layout: 'tabs',
        wallets: { applePay: 'never', googlePay: 'never' },
        fields: { billingDetails: 'auto' },
      },
    ],
    { confirmParams: { return_url: `${location.origin}/checkout?method=card` }, redirect: 'if_required' },
    'destroyed',
  ]);
  expect(message()).toBe(`${t('toast.pay.success.title')} | ${t('toast.pay.success.text')}`);
});

test('where money moves nobody says that none does', async () => {
  await openReady();
  expect(document.body.textContent).not.toContain(t('checkout.test'));
});

test('fields that do not come are said after ten seconds, and shown if they come after all', async () => {
  await open({ cards: 'stripe' });
  expect(payButton().getAttribute('aria-disabled')).toBe('true');
  await pass(10_100);
  expect(screen.getByRole('heading', { name: t('toast.payWindow.title') })).toBeTruthy();
  expect(screen.getByRole('link', { name: t('checkout.cash') })).toBeTruthy();
  hear.ready?.();
  await pass(100);
  expect(screen.queryByRole('heading', { name: t('toast.payWindow.title') })).toBeNull();
  expect(payButton().getAttribute('aria-disabled')).toBeNull();
});

test('fields that were refused are fetched again by who tries again', async () => {
  await open({ cards: 'stripe' });
  hear.loaderror?.();
  await pass(100);
  expect(screen.getByText(t('toast.payWindow.text'))).toBeTruthy();
  screen.getByRole('button', { name: t('common.tryAgain') }).click();
  await pass(400);
  expect(screen.queryByText(t('toast.payWindow.text'))).toBeNull();
  hear.ready?.();
  await pass(100);
  expect(payButton().getAttribute('aria-disabled')).toBeNull();
});

test('a script that breaks in the middle has not said that nothing was paid', async () => {
  confirm = () => Promise.reject(new Error('broken'));
  server.on(RECORD, () => order);
  await openReady();
  await pay();
  await pass(100);
  expect(message()).toContain(t('toast.pay.success.title'));
});
