/** Every point at which the shop is ended while somebody pays, and who leads it there. */
import type { KillPoint } from '#server/kit/kill-points.ts';

/** Who tells the shop that something was paid: who paid, the provider, the shop that asks by itself. */
export type Teller = 'payer' | 'provider' | 'reconciler';

export interface Scene {
  id: string;
  /** What the shop has just done, or is about to do, when it ends. */
  ends: string;
  /** Where that is in code, each in its turn; null: it does nothing for this payment and is ended from outside. */
  at: readonly (KillPoint | null)[];
  /** Who leads it there, each in their turn; nobody paid yet where the form is asked for. */
  by: readonly (Teller | 'form')[];
  /** How many pay at the same time. */
  payers?: number;
}

const TELLERS = ['payer', 'provider', 'reconciler'] as const;

export const scenes: readonly Scene[] = [
  { id: 'K1', ends: 'before the provider is asked for a payment', at: ['attempt written'], by: ['form'] },
  { id: 'K2', ends: 'after the provider made it, before it is kept', at: ['payment made'], by: ['form'] },
  { id: 'K3', ends: 'after it is kept, before the form has it', at: ['payment kept'], by: ['form'] },
  { id: 'K4', ends: 'after it is paid, before anybody says so', at: [null], by: TELLERS },
  { id: 'K5', ends: 'before the transaction of an order', at: ['payment asked about'], by: TELLERS },
  { id: 'K6', ends: 'in it, after the order is inserted', at: ['order inserted'], by: TELLERS },
  { id: 'K7', ends: 'after the order is found, before it is answered', at: ['order found'], by: ['payer'] },
  { id: 'K8', ends: 'after a message is read, before it is kept', at: ['event read'], by: ['provider'] },
  {
    id: 'K9',
    ends: 'after it is kept, before it is worked off',
    at: ['event kept', 'event taken up'],
    by: ['provider'],
  },
  { id: 'K10', ends: 'after the order is committed, before its jobs', at: ['order committed'], by: TELLERS },
  {
    id: 'K11',
    ends: 'after the receipt is sent, before that is known',
    at: ['mail taken'],
    by: ['provider', 'reconciler'],
  },
  { id: 'K12', ends: 'amid those that are asked about', at: ['one reconciled'], by: ['reconciler'], payers: 3 },
];
