/** What the shop owes a salon of card takings: monthly statements, and the bank account to which it is paid. */
import * as z from 'zod/mini';
import { IBAN_PATTERN, isIban, plainIban } from '#core/domain/iban.ts';
import { LEDGER_KINDS, STATEMENT_STATES } from '#core/domain/settlements.ts';
import { endpoint } from './endpoint.ts';
import { errorCode } from './field-errors.ts';
import { line } from './inputs.ts';
import { Instant, SignedLek } from './shapes.ts';

/** A calendar month in Albania: `2026-10`. */
export const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

export const Statement = z.object({
  month: Month,
  /** What was owed before it. */
  opening: SignedLek,
  sum: SignedLek,
  closing: SignedLek,
  /** `open`: not closed yet; `carried`: less than is paid out, negative, or part of a later statement. */
  status: z.enum(STATEMENT_STATES),
  paidAt: z.nullable(Instant),
  /** Of the bank transfer. */
  reference: z.nullable(z.string()),
});
export type Statement = z.infer<typeof Statement>;

export const StatementLine = z.object({
  /** In Albania: `2026-10-03`. */
  day: z.string(),
  kind: z.enum(LEDGER_KINDS),
  /** Of the deal; null for payouts and corrections. */
  title: z.nullable(z.string()),
  titleEn: z.nullable(z.string()),
  /** The last characters of the voucher's code, or the reference of a payout or correction. */
  unit: z.nullable(z.string()),
  amount: SignedLek,
});
export type StatementLine = z.infer<typeof StatementLine>;

const StatementDetail = z.extend(Statement, {
  /** The name of the salon. */
  salon: z.string(),
  /** The first lines, or those behind the cursor, oldest first. */
  lines: z.array(StatementLine),
  next: z.nullable(z.string()),
});
export type StatementDetail = z.infer<typeof StatementDetail>;

/** Only the last four characters of the IBAN; null without an account. */
const Bank = z.nullable(z.object({ last4: z.string(), holder: z.string() }));
export type Bank = z.infer<typeof Bank>;

/** `password`: unless the account has none. */
export const BankInput = z.object({
  iban: z
    .string(errorCode('required'))
    .check(
      z.overwrite(plainIban),
      z.minLength(1, errorCode('required')),
      z.regex(IBAN_PATTERN, errorCode('invalidIban')),
      z.refine(isIban, errorCode('invalidIban')),
    ),
  holder: line(100, 2),
  password: z.optional(z.string().check(z.maxLength(200))),
});

export const settlements = {
  list: endpoint({
    method: 'GET',
    path: '/api/desk/statements',
    access: 'user',
    summary: 'The monthly statements of the card takings of a salon, newest first, without the running month.',
    answer: z.array(Statement),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/desk/statements/:month',
    access: 'user',
    summary: 'A statement with its lines, also of the running month. `cursor`: `next` of the answer before.',
    params: z.object({ month: Month }),
    query: z.object({ cursor: z.optional(z.string().check(z.maxLength(400))) }),
    answer: StatementDetail,
  }),
  bank: endpoint({
    method: 'GET',
    path: '/api/desk/bank',
    access: 'user',
    summary: 'The bank account to which card takings of the salon are paid.',
    answer: Bank,
  }),
  saveBank: endpoint({
    method: 'PUT',
    path: '/api/desk/bank',
    access: 'user',
    summary: 'Changes the bank account of the salon. Asks for the password again and tells the owner by email.',
    body: BankInput,
    answer: Bank,
  }),
};
