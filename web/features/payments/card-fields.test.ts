import { expect, test } from 'vitest';
import { outcomeOf } from './card-fields.ts';

const refused = (type: string, code: string, status?: string) =>
  outcomeOf({ error: { type, code, message: 'No.', ...(status && { payment_intent: { status } }) } }).state;

test('what was paid is paid, whatever else is said', () => {
  expect(outcomeOf({ status: 'succeeded' }).state).toBe('paid');
  expect(refused('invalid_request_error', 'payment_intent_unexpected_state', 'succeeded')).toBe('paid');
});

test('what a bank is still carrying out is neither paid nor declined', () => {
  expect(outcomeOf({ status: 'processing' }).state).toBe('unknown');
  expect(refused('invalid_request_error', 'payment_intent_unexpected_state', 'processing')).toBe('unknown');
  expect(refused('invalid_request_error', 'lock_timeout'), 'another tab pays it').toBe('unknown');
  expect(refused('api_error', ''), 'the provider is in trouble').toBe('unknown');
  expect(outcomeOf({}).state, 'nothing was said').toBe('unknown');
});

test('a card that is declined is declined, and a field says for itself what it lacks', () => {
  expect(outcomeOf({ error: { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' } })).toEqual({
    state: 'declined',
    decline: { code: 'lost_card', message: '' },
  });
  expect(outcomeOf({ error: { type: 'validation_error' } })).toEqual({ state: 'declined', decline: null });
  expect(outcomeOf({ status: 'requires_payment_method' }).state, 'its holder refused').toBe('declined');
});
