import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { urlOf } from '#core/contract/call.ts';
import { settlements } from '#core/contract/settlements.ts';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';

const BankForm = lazyForm(async () => (await import('./bank-form.tsx')).BankForm, ['settlements']);

const bankQuery = queryOptions({ queryKey: [urlOf(settlements.bank)], queryFn: () => api.call(settlements.bank) });

/** Where card takings are paid to; absent without a salon. */
export function BankCard({ user }: { user: User }) {
  const t = useT();
  const queries = useQueryClient();
  const { data: bank, error, refetch } = useQuery(bankQuery);
  const [isOpen, setOpen] = useState(false);
  if (bank === undefined) {
    if (!error) return <Skeleton className="h-44 rounded-card" />;
    if (['desk.none', 'redeem.noSalon'].includes(codeOfRefusal(error) ?? '')) return null;
    return <MissingPart what={t('desk.bank.notFetched')} error={error} retry={() => void refetch()} />;
  }
  const action = t(bank ? 'desk.bank.change' : 'desk.bank.add');
  return (
    <CardSection id="bank" title={t('desk.bank')}>
      <p className="text-muted">{t('desk.bank.lead')}</p>
      <p className="font-semibold wrap-anywhere">{bank ? t('desk.bank.known', bank) : t('desk.bank.none')}</p>
      <Button variant="secondary" className="self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {action}
      </Button>
      {isOpen && (
        <FormDialog title={action} onClose={() => setOpen(false)}>
          <BankForm
            user={user}
            holder={bank?.holder}
            onDone={(saved) => {
              queries.setQueryData(bankQuery.queryKey, saved);
              setOpen(false);
            }}
          />
        </FormDialog>
      )}
    </CardSection>
  );
}
