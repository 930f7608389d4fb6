import { eq } from 'drizzle-orm';
import { redeem as endpoints } from '#core/contract/redeem.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { salons } from '#db/schema/salons.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';
import type { OpenTill } from '#server/kit/http/till-sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { decline, look, RedeemRefused, redeem, undo } from './redeem.service.ts';
import type { Redeemer } from './redeem.store.ts';

const redeemLimits = {
  /** Unknown codes and those of other salons, per salon. */
  redeemFailures: { max: 30, seconds: 600, isExact: true },
} as const satisfies Limits;

/** The owner of a salon, an administrator, or else the till of the device. */
export async function findRedeemer(
  db: Db,
  { user, till }: { user: SignedIn | null; till: OpenTill | null },
): Promise<Redeemer | null> {
  if (user) {
    const [own] = await db.select({ id: salons.id, name: salons.name }).from(salons).where(eq(salons.ownerId, user.id));
    const isAdmin = user.role === 'admin';
    if (own || isAdmin)
      return { userId: user.id, tillId: null, salonId: own?.id ?? null, salon: own?.name ?? null, isAdmin };
  }
  return till && { userId: null, tillId: till.id, salonId: till.salonId, salon: till.salon, isAdmin: false };
}

function redeemRoutes(serve: Serve, deps: Deps): void {
  const redeemerOf = async (call: { user: SignedIn | null; till: OpenTill | null }) => {
    const who = await findRedeemer(deps.db, call);
    if (!who) throw new AppError(403, 'redeem.noSalon');
    return who;
  };
  serve(endpoints.who, async (call) => {
    const { tillId, salon, isAdmin } = await redeemerOf(call);
    if (tillId) deps.tills.renew(call.request, call.reply);
    const as = tillId ? ('till' as const) : isAdmin && salon === null ? ('admin' as const) : ('owner' as const);
    return { as, salon, till: (tillId && call.till?.name) ?? null, tillId };
  });
  serve(endpoints.look, async (call) => {
    const who = await redeemerOf(call);
    return look(deps, who, call.body).catch(inWords(who, call.request.language));
  });
  serve(endpoints.redeem, async (call) => {
    const who = await redeemerOf(call);
    return redeem(deps, who, call.body).catch(inWords(who, call.request.language));
  });
  serve(endpoints.decline, async (call) => {
    const who = await redeemerOf({ user: call.user, till: null });
    return decline(deps, who, { ...call.body, elapsedMs: call.reply.elapsedTime }).catch(
      inWords(who, call.request.language),
    );
  });
  serve(endpoints.undo, async (call) => undo(deps, await redeemerOf(call), call.body.nonce));
}

/** Refusals in the language of the request. */
const inWords =
  ({ salon }: Redeemer, language: Language) =>
  (error: unknown) => {
    if (!(error instanceof RedeemRefused)) throw error;
    const { reason, details } = error;
    const { at, till, on } = details;
    const date = at ? formatDateTime(at, language) : on ? formatDate(on, language) : '';
    const values = { date, name: till ?? salon ?? '' };
    throw new AppError(reason === 'unknown' ? 404 : 409, `redeem.${reason}`, { values, details });
  };

export const feature = { contract: { redeem: endpoints }, routes: redeemRoutes, limits: redeemLimits };
