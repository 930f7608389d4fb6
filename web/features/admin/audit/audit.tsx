import type { ReactNode } from 'react';
import { type AuditEvent, adminAudit } from '#core/contract/admin/audit.ts';
import { REFUND_REASONS } from '#core/contract/admin/money.ts';
import { planIds } from '#core/domain/memberships.ts';
import { shortened } from '#core/domain/shortened.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { FilterSelect, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useParameter } from '#web/kit/router/address.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { isField, isTold } from './audit-words.ts';

const whose = ['admins', 'users', 'system'] as const;

/** Who changed what, with the values before and after. */
export function AuditTab() {
  const t = useT();
  const { q, filter, change } = useListState();
  const [person, day] = [useParameter('person'), useParameter('day')];
  // Whoever asks for a person sees all of theirs.
  const usual = person ? 'all' : 'admins';
  const by = whose.find((each) => each === (filter ?? usual));
  const list = useAdminList(adminAudit.list, {
    ...(q && { q }),
    ...(by && { by }),
    ...(person && { person }),
    ...(day && { day }),
  });
  return (
    <>
      <h2 className="text-2xl">{t('audit.title')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('audit.search')} />
        <div className="min-w-0 flex-[1_1_12rem]">
          <SearchBox
            id="audit-person"
            label={t('audit.person')}
            placeholder={t('audit.person')}
            value={person ?? ''}
            onSearch={(text) => change({ person: text || null }, { replace: true })}
          />
        </div>
        <label className="flex min-w-0 max-w-full flex-wrap items-center gap-x-2 text-sm font-semibold">
          {t('audit.day')}
          <input
            type="date"
            value={day ?? ''}
            onChange={({ target }) => change({ day: target.value || null })}
            className="h-13 min-w-0 max-w-full rounded-full border border-edge bg-surface px-4 text-base font-normal"
          />
        </label>
        <FilterSelect
          label={t('admin.filter')}
          value={by ?? 'all'}
          onChoose={(value) => change({ filter: value === usual ? null : value })}
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

function sentenceOf({ actor, action, label, subject }: AuditEvent, t: Translate): string {
  const values = { who: actor?.username ?? t('audit.by.system'), what: label ?? '–' };
  return isTold(action)
    ? t(`audit.did.${action}`, values)
    : t('audit.did.other', { ...values, what: label ?? subject });
}

/** Of refunds. */
const REASONS = [...REFUND_REASONS, 'buyer', 'unused', 'claim'] as const;

const reasonOf = ({ detail }: AuditEvent, t: Translate): string | null => {
  const { after = {}, ...others } = detail as Record<string, Record<string, unknown>>;
  const given = [others.reason, others.notes, after.reason, after.moderationReason].find((text) => text);
  const code = REASONS.find((each) => each === given);
  return code ? t(`money.reason.${code}`) : given ? String(given) : null;
};

function Event({ event }: { event: AuditEvent }) {
  const t = useT();
  const { change } = useListState();
  const { at, actor, action, subject, subjectId, detail } = event;
  const { before = {}, after = {}, ...others } = detail as Record<string, Record<string, unknown>>;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isField);
  const said = Object.keys(others).filter(isField);
  const reason = reasonOf(event, t);
  return (
    <article className="flex flex-col gap-1 rounded-card bg-surface p-4 pb-2 text-sm shadow-card">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <strong className="min-w-0 flex-[1_1_16rem] text-base wrap-anywhere">{sentenceOf(event, t)}</strong>
        <span className="text-muted">{formatDateTime(at, t.language)}</span>
      </p>
      {(changed.length + said.length > 0 || reason) && (
        <dl className="flex flex-col gap-1">
          {changed.map((name) => (
            <Fact key={name} name={t(`audit.field.${name}`)}>
              {name in before && (
                <del className="text-muted">
                  <span className="sr-only">{t('audit.before')}</span> {written(name, before[name], t)}
                </del>
              )}{' '}
              {name in after && (
                <ins className="no-underline">
                  <span aria-hidden="true">→ </span>
                  <span className="sr-only">{t('audit.after')}</span> {written(name, after[name], t)}
                </ins>
              )}
            </Fact>
          ))}
          {said.map((name) => (
            <Fact key={name} name={t(`audit.field.${name}`)}>
              {written(name, others[name], t)}
            </Fact>
          ))}
          {reason && <Fact name={t('audit.reason')}>{reason}</Fact>}
        </dl>
      )}
      <Disclosure look="text" summary={<span className="font-normal text-muted">{t('audit.technical')}</span>}>
        <div translate="no" className="flex flex-col gap-1 pb-2 text-muted wrap-anywhere">
          <p>
            {action} · {subject} {subjectId}
          </p>
          <p>{JSON.stringify({ before, after, ...others })}</p>
          {actor && (
            <p>
              <button
                type="button"
                className="min-h-11 text-ink underline"
                onClick={() => change({ person: actor.username, filter: null })}
              >
                {t('audit.only', { name: actor.username })}
              </button>{' '}
              {actor.id}
            </p>
          )}
        </div>
      </Disclosure>
    </article>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="font-semibold">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const MAX_SHOWN = 300;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;

const LEK: readonly string[] = ['price', 'originalPrice', 'amount', 'total'];

function written(name: string, value: unknown, t: Translate): string {
  const plan = name === 'plan' && planIds.find((each) => each === value);
  if (plan) return t(`overview.plan.${plan}`);
  if (name === 'role') return t(value === 'admin' ? 'audit.role.admin' : 'audit.role.user');
  if (LEK.includes(name) && Number(value)) return formatLek(Number(value), t.language);
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value, t.language);
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), MAX_SHOWN, '…');
}
