import { useMutation, useQuery } from '@tanstack/react-query';
import { type AdminCategory, adminCategories } from '#core/contract/admin/categories.ts';
import { urlOf } from '#core/contract/call.ts';
import { useRefresh } from '#web/features/admin/use-list.ts';
import { type RowSource, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { CategoryIcon, tintOf } from '#web/features/deals/category-icon.tsx';
import { categoryName } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { ArrowLeft, Pencil, Plus, Trash2 } from '#web/ui/more-icons.ts';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { CategoryForm } from './category-form.tsx';

const source: RowSource<AdminCategory> = {
  idOf: ({ id }) => id,
  find: (id) => ({
    queryKey: [urlOf(adminCategories.list), id],
    queryFn: async () => (await api.call(adminCategories.list)).find((category) => category.id === id) ?? null,
  }),
};
const actionsOf = () => ['details', 'delete'] as const;

export function CategoriesTab() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(adminCategories.list)],
    queryFn: () => api.call(adminCategories.list),
    staleTime: 0,
  });
  const { opened, isAdding, open, close } = useOpenedRow({ rows: data, source, actionsOf });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{t('adminCategories.title')}</h2>
        <Button aria-haspopup="dialog" onClick={() => open(null, 'add')}>
          <Plus size={18} /> {t('adminCategories.add')}
        </Button>
      </div>
      {data ? (
        <CategoryList all={data} />
      ) : error ? (
        <Problem text={reasonOf(error, t)} retry={() => void refetch()} />
      ) : (
        <Skeletons count={4} className="h-20" />
      )}
      {isAdding && <EditDialog edited={null} onClose={close} />}
      {opened?.action === 'details' && <EditDialog edited={opened.row} onClose={close} />}
      {opened?.action === 'delete' && <DeleteDialog category={opened.row} onClose={close} />}
    </>
  );
}

function EditDialog({ edited, onClose }: { edited: AdminCategory | null; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  return (
    <FormDialog title={t(edited ? 'adminCategories.edit' : 'adminCategories.add')} onClose={onClose}>
      <CategoryForm
        edited={edited}
        onDone={() => {
          onClose();
          refresh();
        }}
      />
    </FormDialog>
  );
}

function CategoryList({ all }: { all: AdminCategory[] }) {
  const t = useT();
  const refresh = useRefresh();
  const reorder = useMutation({
    mutationFn: (ids: string[]) => api.call(adminCategories.reorder, { body: { ids } }),
    onError: (error) => toastFailure(error, { t, title: t('adminCategories.saveFailed'), text: reasonOf(error, t) }),
    onSettled: refresh,
  });
  if (all.length === 0) return <EmptyState art="no-results" title={t('adminCategories.empty')} />;
  const move = (from: number, to: number) => {
    const ids = all.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    reorder.mutate(ids);
  };
  return (
    <ul className="flex flex-col gap-3">
      {all.map((category, index) => (
        <li key={category.id}>
          <CategoryRow
            category={category}
            onUp={index > 0 && !reorder.isPending ? () => move(index, index - 1) : undefined}
            onDown={index < all.length - 1 && !reorder.isPending ? () => move(index, index + 1) : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  category: AdminCategory;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function CategoryRow({ category, onUp, onDown }: RowProps) {
  const t = useT();
  const { open } = useOpened();
  const { id, slug, icon, color, isActive, usedBy } = category;
  const name = categoryName(category, t);
  return (
    <article className="flex flex-wrap items-center gap-3 rounded-card bg-surface p-4 shadow-card">
      <span className={`grid size-12 shrink-0 place-items-center rounded-2xl ${tintOf(slug, color)}`}>
        <CategoryIcon slug={slug} icon={icon} size={22} />
      </span>
      <div className="flex min-w-0 flex-[1_1_10rem] flex-col gap-1">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span translate="no" className="wrap-anywhere">
            /{slug}
          </span>
          <Badge look={isActive ? 'green' : 'neutral'}>
            {t(isActive ? 'adminCategories.active' : 'adminCategories.inactive')}
          </Badge>
          <span>{t.count('adminCategories.used', usedBy)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Move label={t('adminCategories.up', { name })} onClick={onUp}>
          <ArrowLeft size={18} className="rotate-90" />
        </Move>
        <Move label={t('adminCategories.down', { name })} onClick={onDown}>
          <ArrowLeft size={18} className="-rotate-90" />
        </Move>
        <IconButton
          label={t('adminCategories.editNamed', { name })}
          aria-haspopup="dialog"
          onClick={() => open(id)}
          className="border border-line bg-surface"
        >
          <Pencil size={18} />
        </IconButton>
        <IconButton
          label={t('adminCategories.deleteNamed', { name })}
          aria-haspopup="dialog"
          onClick={() => open(id, 'delete')}
          className="border border-line bg-surface text-alert"
        >
          <Trash2 size={18} />
        </IconButton>
      </div>
    </article>
  );
}

/** Without `onClick` it cannot be moved there, or is being moved; it keeps its focus. */
function Move({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: (() => void) | undefined;
  children: React.ReactNode;
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={!onClick || undefined}
      onClick={onClick}
      className="border border-line bg-surface aria-disabled:opacity-55"
    >
      {children}
    </IconButton>
  );
}

/** A category with deals is offered to be deactivated instead. */
function DeleteDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const { id, isActive, usedBy } = category;
  const isUsed = usedBy > 0;
  const action = t(
    isUsed ? (isActive ? 'adminCategories.deactivate' : 'adminCategories.activate') : 'adminCategories.delete',
  );
  return (
    <ConfirmDialog<unknown>
      title={t('adminCategories.delete')}
      action={action}
      pending={t('adminCategories.saving')}
      {...(!isUsed && { variant: 'danger' as const })}
      failed={t('adminCategories.saveFailed')}
      send={() =>
        isUsed
          ? api.call(adminCategories.update, { params: { id }, body: { isActive: !isActive } })
          : api.call(adminCategories.remove, { params: { id } })
      }
      onDone={() => {
        onClose();
        toast({ tone: 'done', title: t(isUsed ? 'adminCategories.saved' : 'adminCategories.deleted') });
        refresh();
      }}
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">{categoryName(category, t)}</p>
      <p>{t(isUsed ? 'adminCategories.inUse' : 'adminCategories.delete.confirm')}</p>
    </ConfirmDialog>
  );
}
