import { useT } from '#web/kit/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormButton } from '#web/ui/form/form-button.tsx';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { Skeletons } from '#web/ui/skeleton.tsx';
import { useSecondFactor } from './use-second-factor.ts';

const SetUp = lazyForm(async () => (await import('./set-up-form.tsx')).SetUpForm);
const Renew = lazyForm(async () => (await import('./renew-form.tsx')).RenewForm);
const End = lazyForm(async () => (await import('./end-form.tsx')).EndForm);

/** Whether signing in asks for a code too, and how to change that. */
export function TwoStepSection() {
  const t = useT();
  const { data, error, refetch } = useSecondFactor();
  return (
    <CardSection title={t('twoStep.title')}>
      {data ? (
        <>
          <p>
            <strong className={data.isOn ? 'text-olive' : 'text-quiet'}>{t(data.isOn ? 'twoStep.on' : 'twoStep.off')}</strong>
            {data.isOn && ` · ${t.count('twoStep.left', data.recoveryCodesLeft)}`}
          </p>
          <p>{t('twoStep.about')}</p>
          <div className="flex flex-wrap gap-3">
            {data.isOn ? (
              <>
                <FormButton title={t('twoStep.renew')} look="quiet">
                  {(close) => <Renew onDone={close} />}
                </FormButton>
                <FormButton title={t('twoStep.end')} look="danger">
                  {(close) => <End onDone={close} />}
                </FormButton>
              </>
            ) : (
              <FormButton title={t('twoStep.begin')}>
                {(close) => <SetUp hasPassword={data.hasPassword} onDone={close} />}
              </FormButton>
            )}
          </div>
        </>
      ) : error ? (
        <MissingPart what={t('twoStep.notFetched')} error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={1} className="h-40" />
      )}
    </CardSection>
  );
}
