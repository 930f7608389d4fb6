import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { OwnDeal } from '#core/contract/own-deals.ts';
import type { SalonProfile } from '#core/contract/salons.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { useOwnSalon } from '#web/features/salons/use-own-salon.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { Button } from '#web/ui/button.tsx';
import { FoldedSection } from '#web/ui/folded-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import type { OpenForm } from './own-deal-actions.tsx';
import { OwnDealCard } from './own-deal-card.tsx';
import { keepDraft, useHasDraft, useObstacle, useOwnDeals, useTotals } from './use-own-deals.ts';

const DealForm = lazyForm(async () => (await import('./deal-form.tsx')).DealForm, ['own-deals', 'own-salon', 'media']);

/** How all deals of a dealer do together, once there is one. */
export function TotalPerformance() {
  const t = useT();
  const { data: totals } = useTotals();
  if (!totals || totals.posted === 0) return null;
  const numbers = [
    ['myDeals.views', totals.views],
    ['myDeals.likes', totals.likes],
    ['myDeals.shares', totals.shares],
  ] as const;
  return (
    <FoldedSection id="performance" title={t('myDeals.performance')} numbers={<InLine of={numbers} />}>
      <Numbers of={numbers} />
    </FoldedSection>
  );
}

type Number = readonly [key: `myDeals.${'views' | 'likes' | 'shares' | 'posted' | 'active'}`, count: number];

function InLine({ of }: { of: readonly Number[] }) {
  const t = useT();
  return (
    <span className="w-full font-sans text-sm font-normal tracking-normal text-muted">
      {of.map(([key, count]) => `${t(key)}: ${formatAmount(count, t.language)}`).join(' · ')}
    </span>
  );
}

function Numbers({ of }: { of: readonly Number[] }) {
  const t = useT();
  return (
    <dl className="flex flex-wrap gap-3">
      {of.map(([key, count]) => (
        <div
          key={key}
          className="flex flex-[1_1_max-content] flex-col-reverse rounded-2xl bg-raised px-[8px] py-3 text-center"
        >
          <dt className="text-[min(0.875rem,7vw)] text-muted">{t(key)}</dt>
          <dd className="font-display text-xl font-semibold numerals">{formatAmount(count, t.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How many deals the user has posted, and how many of them are on sale. */
export function PostedDeals() {
  const { data: totals, isPending } = useTotals();
  if (isPending) return <Skeletons count={1} className="h-19" />;
  if (!totals) return null;
  return (
    <Numbers
      of={[
        ['myDeals.posted', totals.posted],
        ['myDeals.active', totals.active],
      ]}
    />
  );
}

interface OwnDealsProps {
  user: User;
  onPosted: (deal: OwnDeal) => void;
  /** Whether the list is closed until it is asked for. */
  isFolded?: boolean;
  /** Opens a closed list: something was posted. */
  isAsked?: boolean;
}

/** Posting a deal, and the deals that were posted. */
export function OwnDeals({ user, onPosted, isFolded = false, isAsked = false }: OwnDealsProps) {
  const t = useT();
  const [opened, setOpened] = useState<OpenForm | null>(null);
  const list = useOwnDeals();
  const { data: totals } = useTotals();
  const obstacle = useObstacle(user);
  const blocked = obstacle ? t(`dealForm.${obstacle}`) : undefined;
  const hasDraft = useHasDraft(user.id);
  const posted = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [latest] = posted;
  const salon = useOwnSalon();
  const showMembership = useShowMembership();
  const onDeleted = () => document.querySelector<HTMLElement>('#deals summary, #deals h2')?.focus();
  const cards = (
    <PagedList
      list={list}
      waiting={<Skeletons count={2} className="h-56" />}
      failed={t('myDeals.notFetched')}
      empty={<p className="rounded-card bg-surface p-5 text-center text-muted shadow-card">{t('myDeals.empty')}</p>}
      more={t('myDeals.more')}
    >
      {(deal) => <OwnDealCard key={deal.id} deal={deal} blocked={blocked} onOpen={setOpened} onDeleted={onDeleted} />}
    </PagedList>
  );
  return (
    <div className="flex flex-col gap-4">
      {blocked && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-raised p-4">
          <p className="font-semibold">{blocked}</p>
          <Button variant="secondary" onClick={showMembership}>
            {t('dealForm.toMembership')}
          </Button>
        </div>
      )}
      <Button
        size="large"
        aria-haspopup="dialog"
        // The business is prefilled from the latest deal or the salon.
        isPending={list.isPending || (!latest && salon.isPending)}
        disabledReason={blocked}
        onClick={() => setOpened({ kind: 'new' })}
      >
        {t(hasDraft ? 'dealForm.continue' : 'dealForm.post')}
      </Button>
      {isFolded ? (
        <FoldedSection
          id="deals"
          look="list"
          title={t('myDeals.title')}
          numbers={
            totals && (
              <InLine
                of={[
                  ['myDeals.posted', totals.posted],
                  ['myDeals.active', totals.active],
                ]}
              />
            )
          }
          needsAttention={isAsked || list.isError || posted.some(isToReview)}
        >
          {cards}
        </FoldedSection>
      ) : (
        <section id="deals" aria-labelledby="deals-title" className="flex flex-col gap-4">
          <h2 id="deals-title" tabIndex={-1} className="text-2xl">
            {t('myDeals.title')}
          </h2>
          {cards}
        </section>
      )}
      {opened && (
        <OpenedForm
          user={user}
          opened={opened}
          latest={latest}
          salon={salon.data ?? null}
          onPosted={onPosted}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Hidden by an administrator, who was not asked to review it. */
const isToReview = ({ hiddenByAdminAt, isExpired, reviewRequestedAt }: OwnDeal) =>
  hiddenByAdminAt !== null && !isExpired && !reviewRequestedAt;

interface OpenedProps {
  user: User;
  opened: OpenForm;
  /** The latest deal, from which the business of a new one is prefilled. */
  latest: OwnDeal | undefined;
  salon: SalonProfile | null;
  onPosted: (deal: OwnDeal) => void;
  onClose: () => void;
}

/** The form of a deal in its dialog. */
export function OpenedForm({ user, opened, latest, salon, onPosted, onClose }: OpenedProps) {
  const t = useT();
  const showMembership = useShowMembership();
  const form = opened.kind === 'new' ? 'new' : `${opened.kind}-${opened.deal.id}`;
  const close = () => {
    keepDraft(user.id, form, null);
    onClose();
  };
  return (
    <FormDialog title={t(opened.kind === 'edit' ? 'dealForm.edit' : 'dealForm.post')} onClose={close}>
      <DealForm
        userId={user.id}
        draftName={form}
        opened={opened}
        latest={latest}
        salon={salon}
        onDone={close}
        onPosted={onPosted}
        onNoPosts={() => {
          onClose();
          // After the dialog has given the focus back.
          setTimeout(showMembership);
        }}
      />
    </FormDialog>
  );
}

/** Shows the panel in which a plan can be chosen: on this page or on the desk. */
export function useShowMembership(): () => void {
  const navigate = useNavigate();
  return () => {
    const panel = document.getElementById('membership');
    if (!panel) return navigate('/desk?tab=salon#membership');
    panel.setAttribute('open', '');
    panel.scrollIntoView({ block: 'start' });
    panel.querySelector('button')?.focus({ preventScroll: true });
  };
}
