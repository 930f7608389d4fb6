import { lazyWithRetry } from '#web/kit/lazy.tsx';
import type { Cards } from '#web/kit/shop-config.ts';
import type { CardFieldsProps } from './card-fields.ts';

const StripeFields = lazyWithRetry(async () => (await import('./stripe-fields.tsx')).StripeFields, ['payments']);
const SandboxFields = lazyWithRetry(
  async () => (await import('./sandbox-fields.tsx')).SandboxFields,
  ['forms', 'payments', 'shopping'],
);

/** The form of who charges the card, each a script of its own. */
export const fieldsOf: Record<NonNullable<Cards>, React.ComponentType<CardFieldsProps>> = {
  stripe: StripeFields,
  sandbox: SandboxFields,
};
