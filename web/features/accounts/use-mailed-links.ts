import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { accounts, OwnPassword, OwnPasswordIfAsked, PasswordReset, ResetRequest } from '#core/contract/accounts.ts';
import { isRefusal } from '#core/contract/call.ts';
import { addressWith, useAddress } from '#web/kit/address.ts';
import { api, codeOfRefusal } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { useTypedEmail } from './use-typed-email.ts';
import { askWhoIsHere, userQuery, useUser } from './use-user.ts';

/** To the page that says how it went, as a browser without our script is led there. The token is of no use any more. */
function useLeadOn(): (said: string) => void {
  const navigate = useNavigate();
  const address = useAddress();
  return (said) => void navigate(addressWith(address, { token: null, said }), { replace: true });
}

export function useResetRequest() {
  const t = useT();
  const leadOn = useLeadOn();
  const visitor = useUser();
  const submission = useSubmit({
    shape: ResetRequest,
    send: ({ email }) => api.call(accounts.resetRequest, { body: { email } }),
    onDone: () => leadOn('sent'),
    failed: t('reset.failed'),
  });
  useTypedEmail(submission, visitor.state === 'user' ? visitor.user.email : undefined);
  return submission;
}

/** How a link came to be no longer valid: it was over, or an answer was lost and it may have set the password. */
export type LinkEnd = 'over' | 'unknown';

/** `onOver` where the link is no longer valid, which no other password would mend. */
export function useNewPassword(token: string, onOver: (how: LinkEnd) => void) {
  const t = useT();
  const queries = useQueryClient();
  const leadOn = useLeadOn();
  const lost = useRef<string>(null);
  return useSubmit({
    shape: PasswordReset,
    send: ({ password }) =>
      api.call(accounts.reset, { body: { token, password } }).then(
        () => 'changed' as const,
        (error): LinkEnd => {
          if (!isRefusal(error)) lost.current = token;
          if (codeOfRefusal(error) !== 'accounts.linkOver') throw error;
          return lost.current === token ? 'unknown' : 'over';
        },
      ),
    onDone: async (how) => {
      if (how === 'changed') leadOn('changed');
      else onOver(how);
      // Whoever was signed in to that account is not any more.
      if (how !== 'over') await askWhoIsHere(queries);
    },
    leaves: (how) => how === 'changed',
    failed: t('reset.new.failed'),
    unknown: t('reset.new.unknown'),
  });
}

/** How somebody confirms their address: by a press, with the password of the account, or once they signed in to it. */
export type VerificationStep = 'press' | 'password' | 'signIn';

/** What is asked for besides, which is no failure. */
const askedBy: Record<string, VerificationStep> = {
  'accounts.passwordNeeded': 'password',
  'accounts.signInFirst': 'signIn',
};

export function useVerification(
  token: string,
  { isAsked, ask }: { isAsked: boolean; ask: (step: VerificationStep) => void },
) {
  const t = useT();
  const queries = useQueryClient();
  const leadOn = useLeadOn();
  return useSubmit({
    shape: isAsked ? OwnPassword : OwnPasswordIfAsked,
    send: ({ password }) =>
      api.call(accounts.verify, { body: { token, ...(password && { password }) } }).then(
        () => null,
        (error) => {
          const step = askedBy[codeOfRefusal(error) ?? ''];
          if (!step) throw error;
          return step;
        },
      ),
    onDone: async (step) => {
      if (step) return ask(step);
      leadOn('confirmed');
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    leaves: (step) => step === null,
    failed: t('verify.failed'),
  });
}

/** Takes what opens the account out of the address bar, its history and what is shared from there; the page knows it still. */
export function useHiddenToken(token: string | null): void {
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
}
