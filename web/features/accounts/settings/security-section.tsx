import type { ReactNode } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Session } from '#core/contract/accounts/sessions.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { useSignOut } from '#web/features/accounts/use-sign-in.ts';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { nameOf, useEndSession, useSessions } from './use-settings.ts';

const PasswordForm = lazyForm(async () => (await import('./password-form.tsx')).PasswordForm, ['settings']);

/** Password, second factor, linked accounts and sessions. */
export function SecuritySection({ user, children }: { user: User; children?: ReactNode }) {
  const t = useT();
  return (
    <CardSection title={t('security.title')}>
      {user.hasPassword ? (
        <FormButton title={t('security.password.change')} variant="secondary" className="self-start">
          {(close) => <PasswordForm user={user} onDone={close} />}
        </FormButton>
      ) : (
        <>
          <p>{t('security.password.none')}</p>
          <ButtonLink to="/reset" variant="secondary" className="self-start">
            {t('security.password.set')}
          </ButtonLink>
        </>
      )}
      {children}
      <SessionList />
    </CardSection>
  );
}

function SessionList() {
  const t = useT();
  const { data, error, refetch } = useSessions();
  const end = useEndSession();
  const isEnding = (session: Session | 'others') => end.isPending && end.variables === session;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('security.sessions')}</h3>
      {data ? (
        <>
          <ul className="flex flex-col gap-3">
            {data.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-3">
                <Described session={session} />
                {session.isThis ? (
                  <SignOutHere />
                ) : (
                  <Button
                    variant="secondary"
                    isPending={isEnding(session)}
                    aria-label={t('security.sessions.endOf', { device: nameOf(session, t) })}
                    onClick={(event) => isRepeatClick(event) || end.mutate(session)}
                  >
                    {t('security.sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.length > 1 && (
            <Button
              variant="danger"
              className="self-start"
              isPending={isEnding('others')}
              onClick={() => end.mutate('others')}
            >
              {t('security.sessions.endOthers')}
            </Button>
          )}
        </>
      ) : error ? (
        <MissingPart what={t('security.sessions.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-28" />
      )}
    </div>
  );
}

function Described({ session: { device, signedInAt, isThis } }: { session: Session }) {
  const t = useT();
  return (
    <div className="min-w-0 flex-[1_1_10rem]">
      <h4 className="font-sans text-base font-semibold tracking-normal">{device ?? t('security.device.unknown')}</h4>
      {isThis && <p className="text-sm font-semibold text-olive">{t('security.device.this')}</p>}
      <p className="text-sm text-muted">
        {t('security.sessions.since', { at: formatDateTime(signedInAt, t.language) })}
      </p>
    </div>
  );
}

function SignOutHere() {
  const t = useT();
  const { isPending, mutate } = useSignOut();
  return (
    <Button
      variant="secondary"
      aria-label={t('security.sessions.endOf', { device: t('security.device.this') })}
      isPending={isPending}
      onClick={() => mutate()}
    >
      {t('security.sessions.end')}
    </Button>
  );
}
