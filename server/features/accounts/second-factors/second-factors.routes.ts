import { secondFactors } from '#core/contract/accounts/second-factors.ts';
import type { Deps } from '#server/deps.ts';
import { verifyOwner } from '#server/features/users/owner.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import {
  beginSetup,
  confirmSetup,
  countRecoveryCodes,
  findSecret,
  renewCodes,
  turnOff,
} from './second-factors.service.ts';

const secondFactorsLimits = {
  /** Wrong codes of one account; three of a million are valid at a time. */
  codes: { max: 20, seconds: 3600, isExact: true, skipWhen: 'successes' },
  /** Each writes an audit event. */
  renewals: { max: 20, seconds: 3600, isExact: true },
  /** Secrets requested before one is confirmed. */
  ownPasswords: { max: 20, seconds: 3600, isExact: true, skipWhen: 'strangers' },
} as const satisfies Limits;

function secondFactorsRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps;
  const tell = securityEventLogger(deps.log);

  serve(secondFactors.state, async ({ user }) => ({
    isOn: (await findSecret(db, user.id)) !== null,
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
  }));

  serve(secondFactors.begin, async ({ user, body, request }) => {
    const owner = await verifyOwner(
      deps,
      { user, password: body.password },
      loginAttemptFrom(deps, request, user.email),
    );
    return beginSetup(deps, { owner, user });
  });

  serve(secondFactors.confirm, async ({ user, body, request }) => {
    const codes = await confirmSetup(deps, { user, ...body });
    tell('secondFactors.begin', { request, userId: user.id });
    return codes;
  });

  serve(secondFactors.renew, async ({ user, body, request }) => {
    const codes = await renewCodes(deps, { user, ...body });
    tell('secondFactors.renew', { request, userId: user.id });
    return codes;
  });

  serve(secondFactors.end, async ({ user, body, request }) => {
    await turnOff(deps, { user, ...body });
    tell('secondFactors.end', { request, userId: user.id });
    return { success: true as const };
  });
}

export const feature = { contract: { secondFactors }, routes: secondFactorsRoutes, limits: secondFactorsLimits };
