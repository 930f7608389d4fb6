import { type ReactNode, useId } from 'react';
import { adminRequests, type DealerRequest } from '#core/contract/admin/requests.ts';
import { formatDate } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { searchedById, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink, OutLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/problem.tsx';
import { DecisionDialog } from './decision-dialog.tsx';

const looks = { pending: 'amber', approved: 'green', rejected: 'red' } as const;
const statuses = ['pending', 'approved', 'rejected'] as const;

/** Search of the National Business Center, which takes no number in its address. */
const registers: Record<Language, string> = {
  sq: 'https://qkb.gov.al/kerko/kerko-ne-regjistrin-tregtar/kerko-per-subjekt/',
  en: 'https://qkb.gov.al/search/search-in-trade-register/search-for-subject/',
};

const source = searchedById(adminRequests.list, ({ id }) => id);
const actionsOf = ({ status }: DealerRequest) =>
  (['details', 'approve', 'reject'] as const).filter((action) => action === 'details' || status === 'pending');

export function RequestsTab() {
  const t = useT();
  const { q, filter, page } = useListState();
  const status = statuses.find((each) => each === filter);
  const list = useAdminList(adminRequests.list, { ...(q && { q }), ...(status && { status }) });
  const { opened, close } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  return (
    <>
      <h2 className="text-2xl">{t('admin.requests.title')}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('admin.requests.search')} />
        <ListFilter
          options={[
            { value: 'all', text: t('admin.filter.all') },
            ...statuses.map((value) => ({ value, text: t(`admin.requests.status.${value}`) })),
          ]}
        />
      </div>
      <ListView
        list={list}
        {...(status === 'pending'
          ? { empty: t('admin.nothingPending'), emptyArt: 'all-done' }
          : { empty: t('admin.requests.empty') })}
      >
        {(items) => <Requests items={items} hasPending={status === undefined && !q && !page} />}
      </ListView>
      {opened &&
        (opened.action === 'details' ? (
          <Dialog title={t('admin.tab.requests')} onClose={close}>
            <Request request={opened.row} />
          </Dialog>
        ) : (
          <DecisionDialog request={opened.row} asking={opened.action} onClose={close} />
        ))}
    </>
  );
}

/** @param hasPending - the list begins with what waits, and says so where nothing does */
function Requests({ items, hasPending }: { items: DealerRequest[]; hasPending: boolean }) {
  const t = useT();
  const id = useId();
  const pending = items.filter(({ status }) => status === 'pending');
  const decided = items.filter(({ status }) => status !== 'pending');
  return (
    <>
      {pending.map((request) => (
        <Request key={request.id} request={request} />
      ))}
      {hasPending && pending.length === 0 && <EmptyState art="all-done" title={t('admin.nothingPending')} level="h3" />}
      {decided.length > 0 && (
        <section aria-labelledby={id} className="flex flex-col gap-3">
          <h3 id={id} className="mt-3 text-xl">
            {t('admin.requests.decided')}
          </h3>
          {decided.map((request) => (
            <Decided key={request.id} request={request} />
          ))}
        </section>
      )}
    </>
  );
}

function Decided({ request }: { request: DealerRequest }) {
  const t = useT();
  const { user, nipt, status, reviewedAt, requestedAt } = request;
  return (
    <article>
      <Disclosure
        look="row"
        summary={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <strong translate="no" className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {user.email}
            </strong>
            <span translate="no" className="numerals">
              {nipt}
            </span>
            <Badge look={looks[status]}>{t(`admin.requests.status.${status}`)}</Badge>
            <span className="text-muted">{formatDate(reviewedAt ?? requestedAt, t.language)}</span>
          </span>
        }
      >
        <RequestBody request={request} />
      </Disclosure>
    </article>
  );
}

function Request({ request }: { request: DealerRequest }) {
  const t = useT();
  const { user, status } = request;
  return (
    <article className="flex flex-col gap-4 rounded-card bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 translate="no" className="min-w-0 text-lg wrap-anywhere">
          {user.username}
        </h3>
        <Badge look={looks[status]}>{t(`admin.requests.status.${status}`)}</Badge>
      </div>
      <RequestBody request={request} />
    </article>
  );
}

function RequestBody({ request }: { request: DealerRequest }) {
  const t = useT();
  const { user, status, notes } = request;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted wrap-anywhere">
        <span translate="no">{user.username === user.email ? user.email : `${user.username} · ${user.email}`}</span>
        <Badge look={user.isEmailVerified ? 'neutral' : 'amber'}>
          {t(user.isEmailVerified ? 'admin.requests.verified' : 'admin.requests.unverified')}
        </Badge>
      </p>
      <Facts request={request} />
      {notes && (
        <p className="rounded-2xl bg-raised p-3 text-sm whitespace-pre-wrap wrap-anywhere">
          <strong>{t('admin.requests.notes')}:</strong> {notes}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {status === 'pending' && <Decide request={request} />}
        <OutLink href={registers[t.language]}>{t('admin.requests.register')}</OutLink>
        <ButtonLink
          variant="plain"
          to={`/admin?tab=users&part=${status === 'approved' ? 'business' : 'client'}&q=${request.userId}`}
        >
          {t('admin.requests.account')}
        </ButtonLink>
      </div>
    </>
  );
}

function Facts({ request }: { request: DealerRequest }) {
  const t = useT();
  const { nipt, isNiptWellFormed, phone, email, requestedAt, reviewedAt, activity } = request;
  const day = (instant: string) => formatDate(instant, t.language);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-3 text-sm">
      <Fact name={t('admin.requests.nipt')}>
        <span translate="no" className="font-semibold wrap-anywhere select-all">
          {nipt}
        </span>{' '}
        <Badge look={isNiptWellFormed ? 'neutral' : 'amber'}>
          {t(isNiptWellFormed ? 'admin.requests.nipt.wellFormed' : 'admin.requests.nipt.odd')}
        </Badge>
      </Fact>
      {phone && (
        <Fact name={t('admin.requests.phone')}>
          <a href={`tel:${phone}`} className="underline">
            {phone}
          </a>
        </Fact>
      )}
      {email && (
        <Fact name={t('admin.requests.contactEmail')}>
          <a href={`mailto:${email}`} className="underline">
            {email}
          </a>
        </Fact>
      )}
      <Fact name={t('admin.requests.requested')}>{day(requestedAt)}</Fact>
      {reviewedAt && <Fact name={t('admin.requests.reviewed')}>{day(reviewedAt)}</Fact>}
      <Fact name={t('admin.requests.registered')}>{day(activity.registeredAt)}</Fact>
      <Fact name={t('admin.requests.activity')}>
        {t.count('admin.requests.orders', activity.orders)},{' '}
        {t.count('admin.requests.earlier', activity.earlierRequests)}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 wrap-anywhere">
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Decide({ request: { id } }: { request: DealerRequest }) {
  const t = useT();
  const { open } = useOpened();
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => open(id, 'approve')}>
        {t('admin.requests.approve')}
      </Button>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => open(id, 'reject')}>
        {t('admin.requests.reject')}
      </Button>
    </>
  );
}
