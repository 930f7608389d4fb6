/** Refusals as Stripe words them. */
import type { Stripe } from '../stripe.ts';

type Kind = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';

export interface ProblemFacts {
  type: Kind;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

export interface SandboxAnswer {
  status: number;
  body: object;
}

/** Thrown before anything was changed: what was changed stays when it is answered instead. */
export class SandboxProblem extends Error {
  readonly status: number;
  readonly facts: ProblemFacts;
  constructor(status: number, facts: ProblemFacts) {
    super(facts.message);
    this.name = 'SandboxProblem';
    this.status = status;
    this.facts = facts;
  }

  /** What was wrong in itself is not kept for the key it came with. */
  get isKept(): boolean {
    return !this.facts.code?.startsWith('parameter_') && this.status < 409;
  }
}

export function toAnswer(error: unknown): SandboxAnswer {
  if (!(error instanceof SandboxProblem)) throw error;
  return { status: error.status, body: { error: error.facts } };
}

const invalid = (status: number, facts: Omit<ProblemFacts, 'type'>) =>
  new SandboxProblem(status, { type: 'invalid_request_error', ...facts });

export const missing = (what: string, id: string, param: string) =>
  invalid(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param });

export const badParameter = (code: string, message: string, param: string) =>
  invalid(400, { code: `parameter_${code}`, message, param });

export const refused = (message: string, more: { code?: string; param?: string } = {}) =>
  invalid(400, { message, ...more });

export const noKey = () =>
  invalid(401, { message: 'You did not provide the API key of this sandbox in an Authorization header.' });

export const noRoute = (method: string, path: string) =>
  invalid(404, { message: `Unrecognized request URL (${method}: ${path}).` });

export const unexpectedState = (intent: Stripe.PaymentIntent, verb: string) =>
  invalid(400, {
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });

export const keyInUse = (key: string) =>
  new SandboxProblem(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (${key}).`,
  });

export const keyOfAnother = (key: string) =>
  new SandboxProblem(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`,
  });

export const failing = () => new SandboxProblem(500, { type: 'api_error', message: 'The sandbox was told to fail.' });

export const lockTimeout = () =>
  invalid(429, { code: 'lock_timeout', message: 'Another request is changing this object. Ask again.' });

/** Says nothing of whether there is one with another secret. */
export const noPayment = () =>
  invalid(404, { code: 'resource_missing', message: 'The client_secret is of no payment.', param: 'client_secret' });
