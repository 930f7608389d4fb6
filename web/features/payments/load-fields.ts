import { lazily } from '#web/kit/lazily.tsx';
import type { Cards } from '#web/kit/use-cards.ts';
import type { CardFieldsProps } from './card-fields.ts';

const StripeFields = lazily(async () => (await import('./stripe-fields.tsx')).StripeFields, ['payments']);
const SandboxFields = lazily(
  async () => (await import('./sandbox-fields.tsx')).SandboxFields,
  ['forms', 'payments', 'shopping'],
);

/** The card form of each provider, loaded separately. */
export const fieldsOf: Record<NonNullable<Cards>, React.ComponentType<CardFieldsProps>> = {
  stripe: StripeFields,
  sandbox: SandboxFields,
};
