import { useState } from 'react';
import { type AdminSalon, adminDeals } from '#core/contract/admin/deals.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { OwnerForm } from './owner-form.tsx';

/** Salons and their owners. */
export function SalonList() {
  const t = useT();
  const { q } = useListState();
  const list = useAdminList(adminDeals.salons, { ...(q && { q }) });
  const columns: Column<AdminSalon>[] = [
    {
      id: 'name',
      header: t('adminDeals.salon'),
      isTitle: true,
      cell: ({ name }) => (
        <span translate="no" className="font-semibold">
          {name}
        </span>
      ),
    },
    { id: 'city', header: t('adminDeals.city'), cell: ({ city }) => cityName(city, t) },
    { id: 'deals', header: t('adminDeals.title'), isNumeric: true, cell: ({ dealCount }) => dealCount },
    { id: 'owner', header: t('adminDeals.owner'), cell: (salon) => <Owner salon={salon} /> },
  ];
  return (
    <>
      <h2 className="text-2xl">{t('adminDeals.part.salons')}</h2>
      <ListSearch label={t('adminDeals.salons.search')} />
      <ListView list={list} empty={t('adminDeals.salons.empty')}>
        {(rows) => (
          <DataTable caption={t('adminDeals.part.salons')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </>
  );
}

function Owner({ salon: { id, name, owner } }: { salon: AdminSalon }) {
  const t = useT();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  if (owner) return <span translate="no">{owner.username}</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge look="amber">{t('adminDeals.noOwner')}</Badge>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('adminDeals.assign')}
      </Button>
      {isOpen && (
        <FormDialog title={t('adminDeals.assign')} onClose={() => setOpen(false)}>
          <OwnerForm
            name={name}
            send={(email) => api.call(adminDeals.assignSalon, { params: { id }, body: { email } })}
            onDone={() => {
              setOpen(false);
              toast({ tone: 'done', title: t('adminDeals.assigned') });
              refresh();
            }}
          />
        </FormDialog>
      )}
    </span>
  );
}
