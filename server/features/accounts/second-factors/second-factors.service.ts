/** Time-based one-time passwords (RFC 6238) and recovery codes. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  CODE_DIGITS,
  CODE_SECONDS,
  isAppCode,
  newRecoveryCode,
  plainCode,
  RECOVERY_CODES,
} from '#core/domain/accounts.ts';
import { recoveryCodes, secondFactors } from '#db/schema/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { notifyOwner } from '#server/features/users/account-changes.ts';
import { lockOwner, lockSignedIn } from '#server/features/users/owner.ts';
import type { Credentials } from '#server/features/users/users.store.ts';
import { type AuditEvent, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import { claimOnce } from '#server/kit/limits/limits.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'limiter' | 'actors'>;

/** As long as a SHA-1 hash (RFC 6238). */
const SECRET_BYTES = 20;
/** Time steps accepted before and after the current one. */
const WINDOW = 1;
const OURS = { algorithm: 'SHA1', digits: CODE_DIGITS, period: CODE_SECONDS };

export type SecondFactorResult = 'none needed' | 'missing' | 'right' | 'wrong';

/** Verifies the code that came with a right password, and uses it up. */
export async function verifySecondFactor(
  { db, clock, ...parts }: Parts,
  { userId, code }: { userId: string; code: string | undefined },
): Promise<SecondFactorResult> {
  const secret = await findSecret(db, userId);
  if (secret === null) return 'none needed';
  if (code === undefined || code.trim() === '') return 'missing';
  const isRight = await inTransaction(db, async (tx) => {
    const isTaken = await takeCode(tx, { userId, secret, code, now: clock.now() });
    if (isTaken && !isAppCode(plainCode(code))) await notifyOwner(tx, parts, { userId, change: 'recoveryCodeUsed' });
    return isTaken;
  });
  return isRight ? 'right' : 'wrong';
}

interface Typed {
  userId: string;
  secret: string;
  code: string;
  /** Epoch ms. */
  now: number;
}

async function takeCode(tx: Tx, { userId, secret, code, now }: Typed): Promise<boolean> {
  const plain = plainCode(code);
  if (!isAppCode(plain)) return takeRecoveryCode(tx, { userId, hash: hashOf(plain) });
  const step = await stepOf({ secret, code: plain, now });
  return step !== null && takeStep(tx, { userId, step });
}

/** Time step of a code; null if it is not valid now. */
async function stepOf({ secret, code, now }: Omit<Typed, 'userId'>): Promise<number | null> {
  if (!isAppCode(code)) return null;
  const { Secret, TOTP } = await import('otpauth');
  const delta = new TOTP({ ...OURS, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(now / 1000 / CODE_SECONDS) + delta;
}

/** A new secret, also as URI for the QR code. Throws 409 if the second factor is on, or the address unverified. */
export async function beginSetup(
  { db }: Pick<Parts, 'db'>,
  { owner, user }: { owner: Credentials; user: SignedIn },
): Promise<{ secret: string; uri: string }> {
  // A reset of an unverified account would turn it off again.
  if (!user.isEmailVerified) throw new AppError(409, 'secondFactors.emailNotConfirmed');
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer });
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, { owner, user });
    if (!(await begin(tx, { userId: user.id, secret: secret.base32 }))) throw new AppError(409, 'secondFactors.isOn');
  });
  return { secret: secret.base32, uri: new TOTP({ ...OURS, secret, issuer: 'Bukuri', label: user.email }).toString() };
}

/** Turns the second factor on. */
export async function confirmSetup(
  { db, clock, ...parts }: Parts,
  { user, code }: { user: SignedIn; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = user.id;
  return inTransaction(db, async (tx) => {
    await lockSignedIn(tx, user);
    const secret = await lockBegun(tx, userId);
    if (secret === null) {
      if (!(await isAskedAgain(tx, { user, code, now: clock.now() })))
        throw new AppError(409, 'secondFactors.notBegun');
      return renew(tx, parts, userId);
    }
    const step = await stepOf({ secret, code: plainCode(code), now: clock.now() });
    if (step === null) throw wrongCode();
    await confirm(tx, { userId, step });
    await claimOnce(tx, confirmationOf(user, step));
    await writeAudit(tx, auditEvent('secondFactors.begin', userId));
    await notifyOwner(tx, parts, { userId, change: 'codesOn' });
    return newCodes(tx, userId);
  });
}

/** Whether it repeats the confirmation of this session, whose response may have been lost. */
async function isAskedAgain(
  tx: Tx,
  { user, code, now }: { user: SignedIn; code: string; now: number },
): Promise<boolean> {
  const last = await findLast(tx, user.id);
  const step = last && (await stepOf({ secret: last.secret, code: plainCode(code), now }));
  return step !== null && step === last?.step && !(await claimOnce(tx, confirmationOf(user, step)));
}

const confirmationOf = ({ sessionKey }: SignedIn, step: number) => ({
  name: 'codesOn',
  print: digestOf(`${sessionKey} ${step}`),
});

export async function renewCodes(
  { db, clock, ...parts }: Parts,
  { user, code }: { user: SignedIn; code: string },
): Promise<{ recoveryCodes: string[] }> {
  const userId = user.id;
  return inTransaction(db, async (tx) => {
    await lockSignedIn(tx, user);
    await spend(tx, { userId, code, now: clock.now() });
    return renew(tx, parts, userId);
  });
}

async function renew(
  tx: Tx,
  parts: Pick<Parts, 'limiter' | 'actors'>,
  userId: string,
): Promise<{ recoveryCodes: string[] }> {
  await writeAudit(tx, auditEvent('secondFactors.renew', userId));
  await notifyOwner(tx, parts, { userId, change: 'codesRenewed' });
  return newCodes(tx, userId);
}

export async function turnOff(
  { db, clock, ...parts }: Parts,
  { user, code }: { user: SignedIn; code: string },
): Promise<void> {
  const userId = user.id;
  await inTransaction(db, async (tx) => {
    await lockSignedIn(tx, user);
    await spend(tx, { userId, code, now: clock.now() });
    await writeAudit(tx, auditEvent('secondFactors.end', userId));
    await notifyOwner(tx, parts, { userId, change: 'codesOff' });
    await end(tx, userId);
  });
}

async function spend(tx: Tx, typed: Omit<Typed, 'secret'>): Promise<void> {
  const secret = await findSecret(tx, typed.userId);
  if (secret === null) throw new AppError(409, 'secondFactors.isOff');
  if (!(await takeCode(tx, { ...typed, secret }))) throw wrongCode();
}

async function newCodes(tx: Tx, userId: string): Promise<{ recoveryCodes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(randomBytes));
  await replaceRecoveryCodes(tx, { userId, hashes: codes.map((code) => hashOf(plainCode(code))) });
  return { recoveryCodes: codes };
}

/** A plain hash is enough: codes have fifty random bits, and attempts are limited. */
const hashOf = digestOf;

const auditEvent = (action: string, userId: string): AuditEvent => ({
  actorId: userId,
  action,
  subject: 'user',
  subjectId: userId,
});

/** @param status - 401 at sign-in */
export const wrongCode = (status = 403) =>
  new AppError(status, 'secondFactors.wrongCode', { details: { fields: { code: 'wrongCode' } } });

/** The confirmed secret, or null. */
export async function findSecret(db: Db | Tx, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return row?.secret ?? null;
}

/** The unconfirmed secret, locked until the transaction ends. */
export async function lockBegun(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
    .for('update');
  return row?.secret ?? null;
}

/** The confirmed secret and the time step of the last code used. */
export async function findLast(tx: Tx, userId: string): Promise<{ secret: string; step: number | null } | null> {
  const [row] = await tx
    .select({ secret: secondFactors.secret, step: secondFactors.lastStep })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    .for('update');
  return row ?? null;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return await db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

/** False if one is confirmed already. */
export async function begin(tx: Tx, { userId, secret }: { userId: string; secret: string }): Promise<boolean> {
  const rows = await tx
    .insert(secondFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

export async function confirm(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<void> {
  await tx
    .update(secondFactors)
    .set({ confirmedAt: sql`now()`, lastStep: step })
    .where(eq(secondFactors.userId, userId));
}

/** Uses up a time step; false if it or a later one was used. */
export async function takeStep(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const isLater = sql`coalesce(${secondFactors.lastStep}, -1) < ${step}`;
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt), isLater))
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Uses up a recovery code; false if it is unknown or used. */
export async function takeRecoveryCode(tx: Tx, { userId, hash }: { userId: string; hash: string }): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, hashes }: { userId: string; hashes: readonly string[] },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

export async function end(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}
