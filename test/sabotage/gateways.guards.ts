/** What stands between us and those outside whom we ask. */
import type { Guard } from './guard.ts';

const stripe = 'server/gateways/payments/stripe.ts';
const events = (test: string) => ['server/gateways/payments/stripe-events.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'an event of the card provider is believed for ever',
    file: stripe,
    take: 'constructEvent(body, signature, secret, EVENT_SECONDS)',
    leave: 'constructEvent(body, signature, secret, 0)',
    falls: events('what was signed five minutes ago'),
  },
  {
    without: 'events are lost while the secret of the card provider is replaced',
    file: stripe,
    take: 'for (const secret of webhookSecrets) {',
    leave: 'for (const secret of webhookSecrets.slice(0, 1)) {',
    falls: events('while a secret is replaced both count'),
  },
];
