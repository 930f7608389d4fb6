/** The tills of a salon: devices that redeem vouchers without an account. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '#core/contract/call.ts';
import { type Till, tills } from '#core/contract/tills.ts';
import { MAX_TILLS } from '#core/domain/vouchers.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';

const TillForm = lazyForm(async () => (await import('./till-form.tsx')).TillForm, ['own-salon']);
const RevokeTill = lazyForm(async () => (await import('./till-form.tsx')).RevokeTill, ['own-salon']);

const tillsQuery = queryOptions({ queryKey: [urlOf(tills.list)], queryFn: () => api.call(tills.list), staleTime: 0 });

export function Tills() {
  const t = useT();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(tillsQuery);
  const [isAdding, setAdding] = useState(false);
  const [revoked, setRevoked] = useState<Till | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: tillsQuery.queryKey });
  if (!data) {
    if (error) return <MissingPart what={t('tills.failed')} error={error} retry={() => void refetch()} />;
    return <Skeleton className="h-28 rounded-2xl" />;
  }
  const isFull = data.length >= MAX_TILLS;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-lg">{t('tills.title')}</h3>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-[1_1_16rem] text-sm text-muted">{t('tills.lead', { max: MAX_TILLS })}</p>
        <Button
          variant="secondary"
          aria-haspopup="dialog"
          disabledReason={isFull ? t('tills.full', { max: MAX_TILLS }) : undefined}
          onClick={() => setAdding(true)}
        >
          {t('tills.add')}
        </Button>
      </div>
      {data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((till) => (
            <Row key={till.id} till={till} onRevoke={() => setRevoked(till)} />
          ))}
        </ul>
      )}
      {isFull && <p className="text-sm text-muted">{t('tills.full', { max: MAX_TILLS })}</p>}
      {isAdding && (
        <FormDialog title={t('tills.add')} onClose={() => setAdding(false)}>
          <TillForm onAdded={refresh} onDone={() => setAdding(false)} />
        </FormDialog>
      )}
      {revoked && (
        <FormDialog title={t('tills.revoke.name', { name: revoked.name })} onClose={() => setRevoked(null)}>
          <RevokeTill
            till={revoked}
            onDone={() => {
              setRevoked(null);
              refresh();
              toast({ tone: 'done', title: t('tills.revoked') });
            }}
          />
        </FormDialog>
      )}
    </div>
  );
}

function Row({ till: { name, openedAt, lastUsedAt }, onRevoke }: { till: Till; onRevoke: () => void }) {
  const t = useT();
  const use = lastUsedAt
    ? t('tills.lastUsed', { date: formatDateTime(lastUsedAt, t.language) })
    : openedAt
      ? t('tills.opened', { date: formatDateTime(openedAt, t.language) })
      : t('tills.unopened');
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p translate="no" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">{use}</p>
      </div>
      <Button variant="plain" aria-haspopup="dialog" aria-label={t('tills.revoke.name', { name })} onClick={onRevoke}>
        {t('tills.revoke')}
      </Button>
    </li>
  );
}
