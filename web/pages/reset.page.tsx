import { useEffect, useState } from 'react';
import {
  type LinkEnd,
  NewPasswordForm,
  ResetRequestForm,
  resetFrom,
  useHiddenToken,
} from '#web/features/accounts/mailed-links.tsx';
import { useStep } from '#web/kit/access/focus.ts';
import { useStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useAddress, useParameter } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { BackLink } from '#web/shell/back-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

type Step = 'ask' | 'sent' | 'choose' | 'changed' | LinkEnd;

const titles = {
  ask: 'reset.title',
  sent: 'reset.sent.title',
  choose: 'reset.new.title',
  over: 'reset.over.title',
  unknown: 'reset.unknown.title',
  changed: 'reset.changed.title',
} as const;

const leads = {
  ask: 'reset.lead',
  sent: 'reset.sent',
  choose: 'reset.new.lead',
  over: 'reset.over',
  unknown: 'reset.unknown',
  changed: 'reset.changed',
} as const;

export function Page() {
  const t = useT();
  const token = useParameter('token');
  const said = useParameter('said') as 'sent' | 'changed' | null;
  const [over, setOver] = useState<{ token: string; how: LinkEnd } | null>(null);
  const step: Step = said ?? (!token ? 'ask' : token === over?.token ? over.how : 'choose');
  useHiddenToken(token);
  useStep(step);
  const title = t(titles[step]);
  useHead({ title: `${title} | ${t('app.name')}` });
  const from = useWayBack(step);
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5">
      <BackLink aim={`/login${from}`} />
      <h1 className="text-3xl">{title}</h1>
      <p>{t(leads[step])}</p>
      {step === 'ask' && <ResetRequestForm />}
      {step === 'choose' && token && <NewPasswordForm token={token} onOver={(how) => setOver({ token, how })} />}
      {(step === 'changed' || step === 'unknown') && (
        <ButtonLink size="large" to={`/login${from}`} onClick={() => resetFrom.set('')}>
          {t('login.action')}
        </ButtonLink>
      )}
      {step === 'over' && (
        <ButtonLink size="large" to={`/reset${from}`}>
          {t('reset.again')}
        </ButtonLink>
      )}
      {(step === 'sent' || step === 'choose' || step === 'unknown') && (
        <ButtonLink variant="plain" to={`/reset${from}`}>
          {t('reset.again')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Where to go afterwards, also if the link was opened in another tab. */
function useWayBack(step: Step): string {
  const { search } = useAddress();
  const kept = useStoredState(resetFrom);
  const query = new URLSearchParams(search);
  for (const name of ['token', 'said']) query.delete(name);
  const own = query.size > 0 ? `?${query}` : '';
  useEffect(() => {
    if (step === 'ask') resetFrom.set(own);
  }, [step, own]);
  return own || (step === 'ask' ? '' : kept);
}
