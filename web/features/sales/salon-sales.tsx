import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { SalonClaims } from '#web/features/claims/salon-claims.tsx';
import { OwnSalonReviews } from '#web/features/reviews/salon-reviews.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { TicketCheck } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Orders } from './orders.tsx';
import { type SoldState, SoldVouchers, soldQuery } from './sold-vouchers.tsx';

const TABS = ['open', 'today', 'all', 'orders', 'reviews', 'claims'] as const;
type Tab = (typeof TABS)[number];

/** The vouchers of the own salon and the orders behind them; the orders alone before there is a voucher. */
export function SalonSales({ user }: { user: User }) {
  const t = useT();
  const { data, error } = useInfiniteQuery(soldQuery({ state: 'all' }));
  if (!data && !error) return <Skeletons count={3} className="h-36" />;
  const hasVouchers = data?.pages.some(({ items }) => items.length > 0);
  return (
    <>
      {(hasVouchers || isAllowed(user, 'dealer')) && (
        <ButtonLink reloads to="/redeem" size="large" className="self-stretch sm:self-start">
          <TicketCheck size={22} />
          {t('sales.redeem')}
        </ButtonLink>
      )}
      {hasVouchers ? <OfSalon /> : <Orders />}
    </>
  );
}

function OfSalon() {
  const t = useT();
  const address = useAddress();
  const navigate = useNavigate();
  const asked = useParameter('part');
  const tab: Tab = TABS.find((id) => id === asked) ?? 'open';
  const setTab = (part: string) =>
    void navigate(addressWith(address, { part: part === 'open' ? null : part }), { replace: true });
  return (
    <Tabs
      isInner
      label={t('sales.tabs')}
      tabs={TABS.map((id) => ({ id, name: t(`sales.tab.${id}`) }))}
      current={tab}
      onChoose={setTab}
    >
      {tab === 'orders' && <Orders />}
      {tab === 'claims' && <SalonClaims />}
      {tab === 'reviews' && <OwnSalonReviews />}
      {tab !== 'orders' && tab !== 'claims' && tab !== 'reviews' && (
        <Vouchers state={tab} onSearch={() => setTab('all')} />
      )}
    </Tabs>
  );
}

/** A code is searched for among all. */
function Vouchers({ state, onSearch }: { state: SoldState; onSearch: () => void }) {
  const t = useT();
  const [q, setQ] = useState('');
  return (
    <>
      <SearchBox
        id="vouchers-search"
        label={t('sales.vouchers.search')}
        placeholder={t('sales.vouchers.search')}
        value={q}
        isLive={false}
        onSearch={(text) => {
          setQ(text);
          if (text) onSearch();
        }}
      />
      {!q && <p className="text-sm text-muted">{t('sales.vouchers.hint')}</p>}
      <SoldVouchers state={state} q={q} />
    </>
  );
}
