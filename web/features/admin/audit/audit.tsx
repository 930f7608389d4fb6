import { type AuditEvent, adminAudit } from '#core/contract/admin/audit.ts';
import { shortened } from '#core/domain/shortened.ts';
import { formatDateTime } from '#core/i18n/format.ts';
import { ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';

const whose = ['admins', 'users', 'system'] as const;

/** Who changed what, with the values before and after. */
export function AuditTab() {
  const t = useT();
  const { q, filter } = useListState();
  const by = filter === 'all' ? null : (whose.find((each) => each === filter) ?? 'admins');
  const list = useAdminList(adminAudit.list, { ...(q && { q }), ...(by && { by }) });
  return (
    <>
      <h2 className="text-2xl">{t('audit.title')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('audit.search')} />
        <ListFilter
          options={[
            ...whose.map((value) => ({ value, text: t(`audit.by.${value}`) })),
            { value: 'all', text: t('admin.filter.all') },
          ]}
        />
      </div>
      <ListView list={list} empty={t('audit.empty')}>
        {(events) => events.map((event) => <Event key={event.id} event={event} />)}
      </ListView>
    </>
  );
}

function Event({ event: { at, actor, action, subject, subjectId, label, detail } }: { event: AuditEvent }) {
  const t = useT();
  const { before = {}, after = {}, ...others } = detail as Record<string, Record<string, unknown>>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <article className="flex flex-col gap-2 rounded-card bg-surface p-4 text-sm shadow-card">
      <p className="flex flex-wrap items-center gap-2">
        <Badge>
          <span translate="no">{action}</span>
        </Badge>
        <span className="text-muted sm:ml-auto">{formatDateTime(at, t.language)}</span>
      </p>
      <h3 translate="no" className="text-lg wrap-anywhere">
        {label ?? `${subject} ${subjectId}`}
      </h3>
      <p className="wrap-anywhere">
        {t('audit.actor')} <strong translate="no">{actor?.username ?? t('audit.by.system')}</strong>
      </p>
      {names.length > 0 && (
        <dl translate="no" className="flex flex-col gap-1">
          {names.map((name) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-semibold">{name}</dt>
              <dd className="wrap-anywhere">
                {name in before && (
                  <del className="text-muted">
                    <span className="sr-only">{t('audit.before')}</span> {written(before[name])}
                  </del>
                )}{' '}
                {name in after && (
                  <ins className="no-underline">
                    <span aria-hidden="true">→ </span>
                    <span className="sr-only">{t('audit.after')}</span> {written(after[name])}
                  </ins>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {Object.keys(others).length > 0 && (
        <p translate="no" className="text-muted wrap-anywhere">
          {Object.entries(others)
            .map(([name, value]) => `${name}: ${written(value)}`)
            .join(' · ')}
        </p>
      )}
    </article>
  );
}

const MAX_SHOWN = 300;

function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return shortened(text, MAX_SHOWN, '…');
}
