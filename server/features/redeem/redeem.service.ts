/** Redemption of vouchers: each once, whoever asks how often. Every attempt is a row of `redemptions`. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { RedeemDetails, Redemption } from '#core/contract/redeem.ts';
import { toQindarka } from '#core/domain/money.ts';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import {
  OFFLINE_HOURS,
  type REDEEM_SOURCES,
  type RedeemReason,
  readVoucherToken,
  tokenOfAddress,
} from '#core/domain/vouchers.ts';
import { redemptions } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { codeOfToken } from '#server/features/vouchers/voucher-urls.ts';
import { declineUnit } from '#server/features/vouchers/vouchers.cancel.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, busy, invalidInput } from '#server/kit/http/errors.ts';
import {
  findUnits,
  isOf,
  lockRedemption,
  type Named,
  type Redeemer,
  redeemOpen,
  reopen,
  type Sale,
  type Unit,
} from './redeem.store.ts';

type Parts = Pick<Deps, 'db' | 'keys' | 'limiter' | 'actors' | 'cards'>;

/** A refusal, and what is told about it. */
export class RedeemRefused extends Error {
  readonly reason: RedeemReason;
  readonly details: RedeemDetails;
  readonly voucherId: string | null;
  constructor(reason: RedeemReason, details: RedeemDetails = {}, voucherId: string | null = null) {
    super(reason);
    this.reason = reason;
    this.details = details;
    this.voucherId = voucherId;
  }
}

interface Asked {
  code: string;
  voucherId?: string | undefined;
}

interface Request extends Asked {
  nonce: string;
  /** Lek. */
  cashReceived?: number | undefined;
  happenedAt?: string | undefined;
  source?: (typeof REDEEM_SOURCES)[number] | undefined;
}

/** Limit of attempts with unknown codes and those of other salons. */
export const FAILURES = 'redeemFailures';
const failuresOf = ({ salonId, userId }: Redeemer) => salonId ?? userId ?? '';

/** Whether a voucher can be redeemed. */
export async function look(parts: Parts, who: Redeemer, asked: Asked): Promise<Redemption> {
  return withoutGuessing(parts, who, async () => {
    const unit = await chosenUnit(parts, parts.db, { who, asked, happenedAt: sql`now()` });
    return unit instanceof RedeemRefused ? unit : answerOf(unit, unit.undoUntil ? 'alreadyByYou' : 'valid');
  });
}

/** Redeems a voucher. The same nonce answers the same result. */
export async function redeem(parts: Parts, who: Redeemer, request: Request): Promise<Redemption> {
  return withoutGuessing(parts, who, () => inTransaction(parts.db, (tx) => redeemIn(parts, tx, { who, request })));
}

/** Undoes a redemption; idempotent. */
export function undo(parts: Parts, who: Redeemer, nonce: string): Promise<Redemption> {
  return inTransaction(parts.db, async (tx) => {
    const done = await lockRedemption(tx, who, nonce);
    if (!done) throw new AppError(404, 'redeem.notFound');
    const { id: undoes, voucherId, cashReceived, isOwn, isLate } = done;
    if ((await tx.$count(redemptions, eq(redemptions.undoes, undoes))) === 0) {
      if (isLate && !who.isAdmin) throw new AppError(409, 'redeem.undoOver');
      await reopen(tx, voucherId);
      const returned = cashReceived === null ? null : -toQindarka(cashReceived);
      await tx
        .insert(redemptions)
        .values({ ...actorOf(who), voucherId, result: 'undone', cashReceived: returned, undoes });
      const audit = { action: 'redeem.undo', subject: 'voucher', subjectId: voucherId };
      if (!isOwn) await writeAudit(tx, { actorId: who.userId, ...audit });
    }
    const unit = await findUnit(parts, tx, who, voucherId);
    // Redeemed again since.
    if (unit.voucher.status === 'redeemed') return answerOf(unit, 'redeemed');
    return answerOf(unit, 'undone');
  });
}

/** Cancels an open voucher of the salon, or any as an administrator; see `declineUnit`. */
export async function decline(
  parts: Parts & Pick<Deps, 'log'>,
  who: Redeemer,
  {
    code = '',
    voucherId,
    reason,
    elapsedMs,
  }: { code?: string | undefined; voucherId?: string | undefined; reason: string; elapsedMs: number },
): Promise<Redemption> {
  return withoutGuessing(parts, who, async () => {
    const unit = await chosenUnit(parts, parts.db, {
      who,
      asked: { code, voucherId },
      happenedAt: sql`now()`,
      isDecline: true,
    });
    if (unit instanceof RedeemRefused) return unit;
    const { id } = unit.voucher;
    const isDone = await declineUnit(parts, { voucherId: id, actorId: who.userId ?? '', reason, elapsedMs });
    const now = await findUnit(parts, parts.db, who, id);
    if (!isDone) return refusalOf(now, now.reason ?? 'canceled', who);
    return answerOf(now, 'declined');
  });
}

/** Throws refusals, and 429 after many with codes that are unknown or of another salon. */
async function withoutGuessing(
  { limiter }: Parts,
  who: Redeemer,
  work: () => Promise<Redemption | RedeemRefused>,
): Promise<Redemption> {
  await limiter.assertBelowLimit(FAILURES, failuresOf(who));
  const answer = await work();
  if (!(answer instanceof RedeemRefused)) return answer;
  if (answer.reason === 'unknown' || answer.reason === 'wrongSalon') await limiter.attempt(FAILURES, failuresOf(who));
  throw answer;
}

async function redeemIn(
  parts: Parts,
  tx: Tx,
  { who, request }: { who: Redeemer; request: Request },
): Promise<Redemption | RedeemRefused> {
  const { nonce, code, voucherId, source = 'typed' } = request;
  const asked = parts.actors.fingerprintOf(code, voucherId ?? '');
  const lock = `redeem ${who.userId ?? who.tillId} ${nonce}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const before = await findByNonce(tx, who, nonce);
  if (before && before.asked !== asked) throw new AppError(409, 'redeem.nonceUsed');
  if (before) return repeated(parts, tx, { who, before });
  const said = request.happenedAt ?? null;
  const happenedAt = sql`case when ${said}::timestamptz between now() - make_interval(hours => ${OFFLINE_HOURS}) and now()
    then ${said}::timestamptz else now() end`;
  const outcome = await attempt(parts, tx, { who, asked: request, happenedAt });
  const row = { ...actorOf(who), id: v7(), nonce, asked, source, happenedAt };
  if (outcome instanceof RedeemRefused) {
    const { reason: result, details } = outcome;
    await tx.insert(redemptions).values({ ...row, result, details, voucherId: outcome.voucherId });
    return outcome;
  }
  const { unit, sale } = outcome;
  const { id } = unit.voucher;
  if (sale === null) {
    await tx.insert(redemptions).values({ ...row, result: 'alreadyByYou', voucherId: id });
    return answerOf(unit, 'alreadyByYou');
  }
  const { cashDue } = unit.voucher;
  if ((request.cashReceived ?? 0) > (cashDue ?? 0)) throw invalidInput({ cashReceived: 'tooLarge' });
  const cashReceived = cashDue === null ? null : toQindarka(request.cashReceived ?? cashDue);
  await tx.insert(redemptions).values({ ...row, result: 'redeemed', voucherId: id, cashReceived });
  const redeemed = await findUnit(parts, tx, who, id);
  await notifyBuyer(tx, { ...sale, redemptionId: row.id, redeemedAt: redeemed.redeemedAt ?? '' });
  return answerOf(redeemed, 'redeemed');
}

interface Search {
  who: Redeemer;
  asked: Asked;
  /** SQL. */
  happenedAt: SQL;
  /** An administrator declines units of every salon, and a unit is found by its id alone. */
  isDecline?: boolean;
}

/** Redeems the voucher that was asked for; `sale` is null where the same person or till did a moment ago. */
async function attempt(parts: Parts, tx: Tx, search: Search) {
  const unit = await chosenUnit(parts, tx, search);
  if (unit instanceof RedeemRefused) return unit;
  if (unit.undoUntil) return { unit, sale: null };
  const { id } = unit.voucher;
  const sale = await redeemOpen(tx, { ...search, id });
  if (sale) return { unit, sale };
  // It was redeemed or canceled meanwhile.
  const now = await chosenUnit(parts, tx, { ...search, asked: { ...search.asked, voucherId: id } });
  if (now instanceof RedeemRefused) return now;
  if (!now.undoUntil) throw busy();
  return { unit: now, sale: null };
}

/** The voucher that was asked for, if it can be redeemed or was by the same person or till a moment ago. */
async function chosenUnit(
  parts: Parts,
  db: Db,
  { who, asked, happenedAt, isDecline = false }: Search,
): Promise<Unit | RedeemRefused> {
  const named =
    isDecline && asked.code === '' && asked.voucherId ? { voucherId: asked.voucherId } : readCode(parts, asked.code);
  const units = named ? await findUnits(db, named, { who, happenedAt, ...testCards(parts.cards) }) : [];
  if (units.length === 0) return new RedeemRefused('unknown');
  // An administrator undoes redemptions of every salon.
  const all = units.filter(
    ({ isMine, reason }) => isMine || (who.isAdmin && (isDecline || reason === 'alreadyRedeemed')),
  );
  if (all.length === 0) return new RedeemRefused('wrongSalon');
  const mine = asked.voucherId ? all.filter(({ voucher }) => voucher.id === asked.voucherId) : all;
  const open = mine.filter(({ reason }) => reason === null);
  if (open.length > 1) {
    const vouchers = open.map(({ voucher: { id, title, titleEn } }) => ({ id, title, titleEn }));
    return new RedeemRefused('several', { vouchers });
  }
  const [unit] =
    open.length === 1
      ? open
      : mine.toSorted((one, other) => Number(Boolean(other.undoUntil)) - Number(Boolean(one.undoUntil)));
  if (!unit) return new RedeemRefused('unknown');
  return unit.reason === null || unit.undoUntil ? unit : refusalOf(unit, unit.reason, who);
}

function refusalOf(unit: Unit, reason: RedeemReason, { isAdmin }: Redeemer): RedeemRefused {
  const { voucher, redeemedAt, till, nonce } = unit;
  if (reason === 'expired') return new RedeemRefused(reason, { on: voucher.useBy }, voucher.id);
  if (reason !== 'alreadyRedeemed') return new RedeemRefused(reason, {}, voucher.id);
  const details = { at: redeemedAt ?? '', till, ...(isAdmin && nonce !== null && { nonce }) };
  return new RedeemRefused(reason, details, voucher.id);
}

/** What a typed or scanned text names: a voucher's code or address, a Purchase ID, or a receipt by its `paymentId`. */
function readCode(parts: Pick<Parts, 'keys'>, text: string): Named | null {
  const token = tokenOfAddress(text) ?? (readVoucherToken(text) ? text : null);
  if (token) {
    const code = codeOfToken(parts, token);
    return code === null ? null : { code, paymentId: null };
  }
  const paymentId = paymentOfReceipt(text);
  if (paymentId?.startsWith('pi_')) return { code: '', paymentId };
  const purchaseId = readPurchaseId(paymentId ?? text);
  return purchaseId === null ? null : { code: purchaseId.slice(3), paymentId: purchaseId };
}

/** Of the QR code of a receipt (Spec 2 §3). */
function paymentOfReceipt(text: string): string | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const { paymentId } = JSON.parse(text) as { paymentId?: unknown };
    return typeof paymentId === 'string' ? paymentId : null;
  } catch {
    return null;
  }
}

interface Before {
  asked: string | null;
  result: string;
  details: object | null;
  voucherId: string | null;
  isUndone: boolean;
}

async function findByNonce(tx: Tx, who: Redeemer, nonce: string): Promise<Before | null> {
  const { rows } = await tx.execute<Before & Record<string, unknown>>(sql`
    select r.asked, r.result, r.details, r.voucher_id as "voucherId",
      exists (select from redemptions u where u.undoes = r.id) as "isUndone"
    from redemptions r where r.nonce = ${nonce} and ${isOf(who, 'r')}`);
  return rows[0] ?? null;
}

/** The answer of an attempt that was received before. */
async function repeated(
  parts: Parts,
  tx: Tx,
  { who, before }: { who: Redeemer; before: Before },
): Promise<Redemption | RedeemRefused> {
  const { result, details, voucherId, isUndone } = before;
  if (result !== 'redeemed' && result !== 'alreadyByYou')
    return new RedeemRefused(result as RedeemReason, details ?? {});
  const unit = await findUnit(parts, tx, who, voucherId ?? '');
  return answerOf(unit, isUndone ? 'undone' : result);
}

async function findUnit(parts: Parts, tx: Db, who: Redeemer, voucherId: string): Promise<Unit> {
  const [unit] = await findUnits(tx, { voucherId }, { who, happenedAt: sql`now()`, ...testCards(parts.cards) });
  if (!unit) throw new Error('a redeemed voucher vanished');
  return unit;
}

const testCards = (cards: Parts['cards']) => ({ takesTestCards: cards?.isLive === false });

const actorOf = ({ userId, tillId, salonId }: Redeemer) => ({ userId, tillId, salonId });

const answerOf = ({ voucher, undoUntil, nonce }: Unit, result: Redemption['result']): Redemption => ({
  result,
  voucher,
  undoUntil,
  nonce: undoUntil ? nonce : null,
});

interface Redeemed extends Sale {
  redemptionId: string;
  redeemedAt: string;
}

async function notifyBuyer(tx: Tx, { userId, redemptionId, ...data }: Redeemed): Promise<void> {
  if (userId === null) return;
  await notify(tx, { userId, kind: 'voucherRedeemed', key: `voucherRedeemed.${redemptionId}`, data });
}
