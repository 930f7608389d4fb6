import { type Bank, settlements } from '#core/contract/settlements.ts';
import type { Deps } from '#server/deps.ts';
import { requireDesk, requireDeskSalon } from '#server/features/desk/desk-access.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { saveBank } from './settlements.bank.ts';
import { closeStatements, nightlyLedgerCheck } from './settlements.jobs.ts';
import { findBank, listLines, listStatements, readStatement } from './settlements.store.ts';

const masked = (bank: { iban: string; holder: string } | null): Bank =>
  bank && { last4: bank.iban.slice(-4), holder: bank.holder };

function settlementsRoutes(serve: Serve, deps: Deps): void {
  const { db, cards } = deps;
  const isTest = cards?.isLive === false;

  serve(settlements.list, async ({ user }) => {
    const { salonId } = await requireDesk(db, user.id);
    return salonId === null ? [] : listStatements(db, { salonId, isTest });
  });

  serve(settlements.get, async ({ user, params: { month }, query: { cursor = null } }) => {
    const { salonId } = await requireDesk(db, user.id);
    const statement = salonId === null ? null : await readStatement(db, { salonId, isTest, month });
    if (!statement || salonId === null) throw new AppError(404, 'settlements.notFound');
    const { items: lines, next } = await listLines(db, { salonId, isTest, month, cursor: cursor || null });
    return { ...statement, lines, next };
  });

  serve(settlements.bank, async ({ user }) => {
    return masked(await findBank(db, await requireDeskSalon(db, user.id)));
  });

  serve(settlements.saveBank, async ({ user, body, request }) => {
    return masked(await saveBank(deps, { ...body, user }, loginAttemptFrom(deps, request, user.email)));
  });
}

export const feature = {
  contract: { settlements },
  routes: settlementsRoutes,
  jobs: [closeStatements, nightlyLedgerCheck],
};
