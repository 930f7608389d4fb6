/** Apps that show codes, and accounts that ask for them. */
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { secondFactors } from '#db/schema/sign-in.ts';
import type { Db } from '#server/kit/db/db.ts';

/** The code that an app shows. @param at - epoch ms */
export const codeOf = (secret: string, at = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Somebody's secret, which counts already or waits for its first code, in the place of one before. */
export async function newSecondFactor(
  db: Db,
  { userId, isOn = true }: { userId: string; isOn?: boolean },
): Promise<string> {
  const secret = new Secret().base32;
  await db.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await db.insert(secondFactors).values({ userId, secret, confirmedAt: isOn ? new Date() : null });
  return secret;
}
