import { useQuery } from '@tanstack/react-query';
import { adminCategories } from '#core/contract/admin/categories.ts';
import { type AdminDeal, adminDeals, DEAL_STATES } from '#core/contract/admin/deals.ts';
import { urlOf } from '#core/contract/call.ts';
import { cities } from '#core/domain/cities.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { FilterSelect, ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { type RowSource, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { categoryName, cityName } from '#web/features/deals/deal-words.tsx';
import { keepDraft } from '#web/features/own-deals/use-own-deals.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Plus } from '#web/ui/more-icons.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { actionsOf, DealDialog, DealRow } from './deal-row.tsx';
import { ReportQueue } from './reports.tsx';
import { SalonList } from './salons.tsx';

const DealForm = lazyForm(
  async () => (await import('#web/features/own-deals/deal-form.tsx')).DealForm,
  ['own-deals', 'own-salon', 'media', 'moderation'],
);

const parts = ['deals', 'reports', 'salons'] as const;

export function DealsTab() {
  const t = useT();
  const { part, change } = useListState();
  const current = parts.find((each) => each === part) ?? 'deals';
  return (
    <Tabs
      isInner
      label={t('adminDeals.parts')}
      tabs={parts.map((id) => ({ id, name: t(`adminDeals.part.${id}`) }))}
      current={current}
      onChoose={(id) => change({ part: id === 'deals' ? null : id, q: null, filter: null })}
    >
      {current === 'deals' && <DealList />}
      {current === 'reports' && <ReportQueue />}
      {current === 'salons' && <SalonList />}
    </Tabs>
  );
}

const source: RowSource<AdminDeal> = {
  idOf: ({ id }) => id,
  find: (id) => ({
    queryKey: [urlOf(adminDeals.get, { params: { id } })],
    queryFn: () => api.call(adminDeals.get, { params: { id } }),
  }),
};

function DealList() {
  const t = useT();
  const { q, filter } = useListState();
  const category = useParameter('category');
  const city = useParameter('where');
  const state = DEAL_STATES.find((each) => each === filter);
  const list = useAdminList(adminDeals.list, {
    ...(q && { q }),
    ...(state && { state }),
    ...(category && { category }),
    ...(city && { city }),
  });
  const { opened, isAdding, open, close } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{t('adminDeals.title')}</h2>
        <Button aria-haspopup="dialog" onClick={() => open(null, 'add')}>
          <Plus size={18} /> {t('adminDeals.add')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('adminDeals.search')} />
        <ListFilter
          options={[
            { value: 'all', text: t('admin.filter.all') },
            ...DEAL_STATES.map((value) => ({ value, text: t(`adminDeals.state.${value}`) })),
          ]}
        />
        <MoreFilters />
      </div>
      <ListView list={list} empty={t('adminDeals.empty')}>
        {(items) => items.map((deal) => <DealRow key={deal.id} deal={deal} hasActions />)}
      </ListView>
      {isAdding && <EditedDeal edited="new" onClose={close} />}
      {opened?.action === 'details' && <EditedDeal edited={opened.row} onClose={close} />}
      {opened && opened.action !== 'details' && <DealDialog deal={opened.row} opened={opened.action} onClose={close} />}
    </>
  );
}

/** Category and city. */
function MoreFilters() {
  const t = useT();
  const { change } = useListState();
  const { data: known = [] } = useQuery({
    queryKey: [urlOf(adminCategories.list)],
    queryFn: () => api.call(adminCategories.list),
  });
  return (
    <>
      <FilterSelect
        label={t('adminDeals.category')}
        value={useParameter('category') ?? ''}
        onChoose={(value) => change({ category: value || null })}
        options={[
          { value: '', text: t('admin.filter.all') },
          ...known.map((category) => ({ value: category.slug, text: categoryName(category, t) })),
        ]}
      />
      <FilterSelect
        label={t('adminDeals.city')}
        value={useParameter('where') ?? ''}
        onChoose={(value) => change({ where: value || null })}
        options={[
          { value: '', text: t('admin.filter.all') },
          ...cities.map((city) => ({ value: city, text: cityName(city, t) })),
        ]}
      />
    </>
  );
}

function EditedDeal({ edited, onClose }: { edited: AdminDeal | 'new'; onClose: () => void }) {
  const t = useT();
  const visitor = useUser();
  const draftName = edited === 'new' ? 'admin-new' : `edit-${edited.id}`;
  if (visitor.state !== 'user') return null;
  const { user } = visitor;
  const close = () => {
    keepDraft(user.id, draftName, null);
    onClose();
  };
  return (
    <FormDialog title={t(edited === 'new' ? 'adminDeals.add' : 'adminDeals.edit')} onClose={close}>
      <DealForm
        isAdmin
        userId={user.id}
        draftName={draftName}
        opened={edited === 'new' ? { kind: 'new' } : { kind: 'edit', deal: edited }}
        latest={undefined}
        onDone={close}
      />
    </FormDialog>
  );
}
