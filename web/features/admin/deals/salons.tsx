import { type AdminSalon, adminDeals } from '#core/contract/admin/deals.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { searchedById, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { cityName } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Pencil } from '#web/ui/more-icons.ts';
import { OwnerForm } from './owner-form.tsx';

const SalonForm = lazyForm(
  async () => (await import('#web/features/salons/salon-form.tsx')).SalonForm,
  ['own-deals', 'own-salon', 'media', 'deal'],
);

const source = searchedById(adminDeals.salons, ({ id }) => id);
const actionsOf = ({ owner }: AdminSalon) =>
  (['edit', 'owner'] as const).filter((action) => action === 'edit' || !owner);

/** Salons and their owners. */
export function SalonList() {
  const t = useT();
  const { q } = useListState();
  const list = useAdminList(adminDeals.salons, { ...(q && { q }) });
  const { opened, open, close } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
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
    {
      id: 'edit',
      header: t('adminDeals.salons.edit'),
      isBare: true,
      cell: ({ id, name }) => (
        <IconButton
          label={t('adminDeals.editNamed', { title: name })}
          aria-haspopup="dialog"
          onClick={() => open(id, 'edit')}
          className="border border-line bg-surface"
        >
          <Pencil size={18} />
        </IconButton>
      ),
    },
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
      {opened && <SalonDialog salon={opened.row} isEdited={opened.action === 'edit'} onClose={close} />}
    </>
  );
}

function Owner({ salon: { id, owner } }: { salon: AdminSalon }) {
  const t = useT();
  const { open } = useOpened();
  if (owner) return <span translate="no">{owner.username}</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge look="amber">{t('adminDeals.noOwner')}</Badge>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => open(id, 'owner')}>
        {t('adminDeals.assign')}
      </Button>
    </span>
  );
}

interface DialogProps {
  salon: AdminSalon;
  /** Else its owner is assigned. */
  isEdited: boolean;
  onClose: () => void;
}

function SalonDialog({ salon: { id, name, profile }, isEdited, onClose }: DialogProps) {
  const t = useT();
  const refresh = useRefresh();
  const done = () => {
    onClose();
    refresh();
  };
  return (
    <FormDialog title={t(isEdited ? 'adminDeals.salons.edit' : 'adminDeals.assign')} onClose={onClose}>
      {isEdited ? (
        <SalonForm isAdmin salon={profile} onDone={done} />
      ) : (
        <OwnerForm
          name={name}
          send={(email) => api.call(adminDeals.assignSalon, { params: { id }, body: { email } })}
          onDone={() => {
            toast({ tone: 'done', title: t('adminDeals.assigned') });
            done();
          }}
        />
      )}
    </FormDialog>
  );
}
