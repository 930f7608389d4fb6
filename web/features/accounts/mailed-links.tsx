import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  accounts,
  MIN_PASSWORD,
  OwnPassword,
  OwnPasswordIfAsked,
  PasswordReset,
  ResetRequest,
} from '#core/contract/accounts/accounts.ts';
import { isRefusal } from '#core/contract/call.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useIdentities } from '#web/kit/data/shop-config.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { askWhoIsHere } from './become.ts';
import { signInAddress } from './session-end.ts';
import { useTypedEmail, verifyToken } from './use-sign-in.ts';
import { userQuery, useUser } from './use-user.ts';

/** The forms work without JavaScript too, so the token is a hidden field. */
const Token = ({ value }: { value: string }) => <input type="hidden" name="token" value={value} />;

export function ResetRequestForm() {
  const t = useT();
  return (
    <Form
      card
      submission={useResetRequest()}
      to={accounts.resetRequest.path}
      action={t('reset.action')}
      pending={t('reset.pending')}
    >
      <TextField
        name="email"
        label={t('login.email')}
        type="email"
        autoComplete="username"
        placeholder={t('login.email.placeholder')}
      />
    </Form>
  );
}

export function NewPasswordForm({ token, onOver }: { token: string; onOver: (how: LinkEnd) => void }) {
  const t = useT();
  return (
    <Form
      card
      submission={useNewPassword(token, onOver)}
      to={accounts.reset.path}
      action={t('reset.new.action')}
      pending={t('reset.new.pending')}
    >
      <Token value={token} />
      <PasswordField
        name="password"
        label={t('reset.new.password')}
        autoComplete="new-password"
        hint={t('register.passwordHint', { count: MIN_PASSWORD })}
      />
    </Form>
  );
}

interface Props {
  token: string;
  step: Exclude<VerificationStep, 'signIn'>;
  ask: (step: VerificationStep) => void;
}

export function VerificationForm({ token, step, ask }: Props) {
  const t = useT();
  const { google, apple } = useIdentities();
  const isAsked = step === 'password';
  return (
    <Form
      card
      submission={useVerification(token, { isAsked, ask })}
      to={accounts.verify.path}
      action={t('verify.action')}
      pending={t('verify.pending')}
    >
      <Token value={token} />
      <p>{t(isAsked ? 'verify.password.lead' : 'verify.lead')}</p>
      {isAsked ? (
        <>
          <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
          {(google || apple) && (
            <ButtonLink variant="plain" to={signInAddress('/verify')} onClick={() => verifyToken.set(token)}>
              {t('verify.noPassword')}
            </ButtonLink>
          )}
        </>
      ) : (
        // Without JavaScript there is no second step.
        <noscript>
          <TextField
            name="password"
            type="password"
            label={t('login.password')}
            hint={t('verify.password.hint')}
            autoComplete="current-password"
          />
        </noscript>
      )}
    </Form>
  );
}

/** To the page that tells the outcome, as a post without JavaScript is redirected. The token is used up. */
function useLeadOn(): (said: string) => void {
  const navigate = useNavigate();
  const address = useAddress();
  return (said) => void navigate(addressWith(address, { token: null, said }), { replace: true });
}

function useResetRequest() {
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

/** Why a link is not valid any more: it expired, or a response was lost and it may have set the password. */
export type LinkEnd = 'over' | 'unknown';

/** `onOver`: the link is not valid any more. */
function useNewPassword(token: string, onOver: (how: LinkEnd) => void) {
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
      // The reset ended the sessions of that account.
      if (how !== 'over') await askWhoIsHere(queries);
    },
    leaves: (how) => how === 'changed',
    failed: t('reset.new.failed'),
    unknown: t('reset.new.unknown'),
  });
}

/** How somebody confirms their email: with a click, with the password of the account, or once they signed in to it. */
export type VerificationStep = 'press' | 'password' | 'signIn';

const askedBy: Record<string, VerificationStep> = {
  'accounts.passwordNeeded': 'password',
  'accounts.signInFirst': 'signIn',
};

function useVerification(token: string, { isAsked, ask }: { isAsked: boolean; ask: (step: VerificationStep) => void }) {
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

/** Takes the token out of the address bar and the history; the page still knows it. */
export function useHiddenToken(token: string | null): void {
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
}

/** The query of the sign-in page from which somebody asked for a new password: the mail opens in another tab. */
export const resetFrom = createStoredState<string>('resetFrom', { none: '', read: String, isPersonal: () => true });
