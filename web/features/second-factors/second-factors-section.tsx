import { useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { UnconfirmedEmail } from '#web/features/accounts/unconfirmed-email.tsx';
import { useSecondFactor } from '#web/features/second-factors/use-second-factor.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';

const SetUp = lazyForm(
  async () => (await import('#web/features/second-factors/set-up-form.tsx')).SetUpForm,
  ['codes', 'settings'],
);
const Renew = lazyForm(async () => (await import('#web/features/second-factors/renew-form.tsx')).RenewForm, ['codes']);
const End = lazyForm(async () => (await import('#web/features/second-factors/end-form.tsx')).EndForm, ['codes']);

/** Its dialogs stand beside what they change, and stay when that has changed: the recovery codes are shown once. */
export function TwoStepSection({ user }: { user: User }) {
  const t = useT();
  const { data, error, refetch } = useSecondFactor();
  const [open, setOpen] = useState<'begin' | 'renew' | 'end' | null>(null);
  const close = () => setOpen(null);
  return (
    <CardSection title={t('twoStep.title')}>
      {data ? (
        <>
          <p>
            <strong className={data.isOn ? 'text-olive' : 'text-quiet'}>
              {t(data.isOn ? 'twoStep.on' : 'twoStep.off')}
            </strong>
            {data.isOn && ` · ${t.count('twoStep.left', data.recoveryCodesLeft)}`}
          </p>
          <p>{t('twoStep.about')}</p>
          {data.isOn ? (
            <div className="flex flex-wrap gap-3">
              <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen('renew')}>
                {t('twoStep.renew')}
              </Button>
              <Button look="danger" aria-haspopup="dialog" onClick={() => setOpen('end')}>
                {t('twoStep.end')}
              </Button>
            </div>
          ) : user.isEmailVerified ? (
            <Button look="quiet" className="self-start" aria-haspopup="dialog" onClick={() => setOpen('begin')}>
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
