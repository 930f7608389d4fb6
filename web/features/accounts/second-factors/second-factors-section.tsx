import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { UnconfirmedEmail } from '#web/features/accounts/require-user.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { useSecondFactors } from './use-second-factors.ts';

const SetUp = lazyForm(async () => (await import('./second-factor-forms.tsx')).SetUpForm, ['codes', 'settings']);
const Renew = lazyForm(async () => (await import('./second-factor-forms.tsx')).RenewForm, ['codes']);
const End = lazyForm(async () => (await import('./second-factor-forms.tsx')).EndForm, ['codes']);

/** The dialogs stay open after the change: the recovery codes are shown once. */
export function TwoStepSection({ user }: { user: User }) {
  const t = useT();
  const { data, error, refetch } = useSecondFactors();
  const [open, setOpen] = useState<'begin' | 'renew' | 'end' | null>(null);
  const close = () => setOpen(null);
  return (
    <CardSection title={t('twoStep.title')}>
      {data ? (
        <>
          <p>
            <strong className={data.isOn ? 'text-olive' : 'text-muted'}>
              {t(data.isOn ? 'twoStep.on' : 'twoStep.off')}
            </strong>
            {data.isOn && ` · ${t.count('twoStep.left', data.recoveryCodesLeft)}`}
          </p>
          <p>{t('twoStep.about')}</p>
          {data.isOn ? (
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen('renew')}>
                {t('twoStep.renew')}
              </Button>
              <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen('end')}>
                {t('twoStep.end')}
              </Button>
            </div>
          ) : user.isEmailVerified ? (
            <Button variant="secondary" className="self-start" aria-haspopup="dialog" onClick={() => setOpen('begin')}>
              {t('twoStep.begin')}
            </Button>
          ) : (
            <div>
              <p>{t('twoStep.unconfirmed')}</p>
              <UnconfirmedEmail user={user} />
            </div>
          )}
          {open && (
            <FormDialog title={t(`twoStep.${open}`)} onClose={close}>
              {open === 'begin' && <SetUp user={user} onDone={close} />}
              {open === 'renew' && <Renew onDone={close} />}
              {open === 'end' && <End onDone={close} />}
            </FormDialog>
          )}
        </>
      ) : error ? (
        <MissingPart what={t('twoStep.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-40" />
      )}
    </CardSection>
  );
}
