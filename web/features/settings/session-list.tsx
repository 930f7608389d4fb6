import type { Session } from '#core/contract/sessions.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { useSignOut } from '../accounts/use-sign-in.ts';
import { nameOf, useEndSession, useSessions } from './use-sessions.ts';

/** Where one is signed in. */
export function SessionList() {
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
                    look="quiet"
                    isBusy={isEnding(session)}
                    aria-label={t('security.sessions.endOf', { device: nameOf(session, t) })}
                    onClick={() => end.mutate(session)}
                  >
                    {t('security.sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.length > 1 && (
            <Button
              look="danger"
              className="self-start"
              isBusy={isEnding('others')}
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
      <p className="text-sm text-quiet">
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
      look="quiet"
      aria-label={t('security.sessions.endOf', { device: t('security.device.this') })}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {t('security.sessions.end')}
    </Button>
  );
}
