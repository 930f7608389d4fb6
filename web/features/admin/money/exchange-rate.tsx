import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMoney, RateInput } from '#core/contract/admin/money.ts';
import { urlOf } from '#core/contract/call.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatRate } from '#core/i18n/rates.ts';
import { useRefresh } from '#web/features/admin/use-list.ts';
import { useOpened } from '#web/features/admin/use-opened.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf, toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

/** The rate that card payments use, the latest ones, and an override for a day. */
export function ExchangeRate() {
  const t = useT();
  const { language } = t;
  const refresh = useRefresh();
  const { action, open, close } = useOpened();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(adminMoney.rates)],
    queryFn: () => api.call(adminMoney.rates),
    staleTime: 0,
  });
  if (!data) {
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={1} className="h-36" />;
  }
  const { current, latest } = data;
  const shown = (allPerUsd: string) => `1 USD = ${formatRate(Number(allPerUsd), language)}`;
  return (
    <div className="flex flex-col gap-4 rounded-card bg-surface p-4 shadow-card sm:p-5">
      {current ? (
        <p className="text-lg">
          <strong translate="no">{shown(current.allPerUsd)}</strong>{' '}
          <span className="text-sm text-muted">{t(`money.rate.${current.source}`)}</span>
        </p>
      ) : (
        <p className="font-semibold text-alert">{t('money.rate.none')}</p>
      )}
      <Button variant="secondary" aria-haspopup="dialog" className="self-start" onClick={() => open(null, 'set')}>
        {t('money.rate.set')}
      </Button>
      {latest.length > 0 && (
        <>
          <h3 className="text-lg">{t('money.rate.latest')}</h3>
          <ul className="flex flex-col gap-1 text-sm">
            {latest.map(({ allPerUsd, source, takenAt }) => (
              <li key={`${takenAt} ${allPerUsd}`}>
                <span translate="no" className="font-semibold numerals">
                  {shown(allPerUsd)}
                </span>{' '}
                <span className="text-muted">
                  {t(`money.rate.${source}`)} · {takenAt && formatDateTime(takenAt, language)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {action === 'set' && (
        <FormDialog title={t('money.rate.set')} onClose={close}>
          <RateForm
            onDone={() => {
              close();
              toast({ tone: 'done', title: t('money.rate.saved') });
              refresh();
            }}
          />
        </FormDialog>
      )}
    </div>
  );
}

function RateForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  /** The rate that was refused as far from the last one: another one asks again. */
  const [far, setFar] = useState<string>();
  const submission = useSubmit({
    shape: RateInput,
    send: (body) =>
      api.call(adminMoney.setRate, {
        body: { ...body, isConfirmed: body.isConfirmed === true && body.allPerUsd === far },
      }),
    onDone,
    onFailed: ({ allPerUsd }, error) => codeOfRefusal(error) === 'adminMoney.farRate' && setFar(allPerUsd),
    leaves: true,
    failed: t('money.rate.failed'),
    failedTitle: t('money.rate.failed'),
  });
  return (
    <Form submission={submission} action={t('money.rate.save')} pending={t('money.saving')} hasCancel>
      <TextField
        name="allPerUsd"
        label={t('money.rate.field')}
        hint={t('money.rate.hint')}
        inputMode="decimal"
        autoComplete="off"
        className="numerals"
        read={(typed) => typed.trim().replace(',', '.') || undefined}
      />
      {far !== undefined && <Checkbox name="isConfirmed" label={t('money.rate.confirm')} />}
    </Form>
  );
}
