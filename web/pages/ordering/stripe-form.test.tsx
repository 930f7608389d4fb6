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
  prepared,
  RECORD,
  server,
} from '#test/card-screen.tsx';
import { t } from '#test/dom.tsx';
import { noteOpens } from '#web/kit/document-opens.ts';

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
  noteOpens(['cardProvider']);
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

afterEach(() => noteOpens([]));

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

test('a script that breaks in the middle has not said that nothing was paid', async () => {
  confirm = () => Promise.reject(new Error('broken'));
  server.on(RECORD, () => order);
  await openReady();
  await pay();
  await pass(100);
  expect(message()).toContain(t('toast.pay.success.title'));
});
