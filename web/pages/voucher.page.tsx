import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { ApiError, urlOf } from '#core/contract/call.ts';
import { vouchers } from '#core/contract/vouchers.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { titleOf } from '#web/features/deals/deal-words.tsx';
import { OrderBoxes } from '#web/features/orders/order-boxes.tsx';
import { SalonLinks, SalonPlace } from '#web/features/salons/salon-links.tsx';
import { VoucherCard } from '#web/features/vouchers/voucher-card.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary } from '#web/kit/lazy.tsx';
import { useAddress } from '#web/kit/router/address.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Problem } from '#web/ui/problem.tsx';
import { Page as NotFound } from './not-found.page.tsx';

const ReviewOfVoucher = lazyForm(
  async () => (await import('#web/features/reviews/own-reviews.tsx')).ReviewOfVoucher,
  ['reviews'],
);

/** Null where nobody signed the token. */
const shownQuery = (token: string) => {
  const which = { params: { token } };
  return queryOptions({
    queryKey: [urlOf(vouchers.shown, which)],
    queryFn: () =>
      api.call(vouchers.shown, which).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    // It may have been redeemed meanwhile, or be asked for by somebody who signed in.
    staleTime: 0,
  });
};

/** A voucher for whoever has its link; those who may redeem it are sent to where they do. */
export function Page() {
  const t = useT();
  const { token = '' } = useAddress().params;
  const { data: voucher, error, refetch } = useQuery(shownQuery(token.toUpperCase()));
  const visitor = useUser();
  const isForSalon = voucher?.mayRedeem === true;
  useHead({ title: `${t('voucher.title')} | ${t('app.name')}` });
  useEffect(() => {
    // A document of its own: only there the camera is allowed.
    if (isForSalon) location.replace(`/redeem?code=${token}`);
  }, [isForSalon, token]);
  if (voucher === null) return <NotFound />;
  if (!voucher || isForSalon)
    return error ? <Problem level="h1" text={reasonOf(error, t)} retry={() => void refetch()} /> : <OrderBoxes />;
  const { salon, businessName, status } = voucher;
  const greeting = t('voucher.greeting', { title: titleOf(voucher, t) });
  return (
    <div className="paper mx-auto flex max-w-2xl flex-col gap-4">
      <VoucherCard unit={voucher} level="h1" note={t('voucher.link')} />
      {status === 'redeemed' && visitor.state === 'user' && (
        <ErrorBoundary of={ReviewOfVoucher} fallback={() => null}>
          <Suspense fallback={null}>
            <ReviewOfVoucher code={voucher.code} />
          </Suspense>
        </ErrorBoundary>
      )}
      {status === 'open' && (
        <section className="flex flex-col gap-3 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
          <h2 translate="no" className="text-xl">
            {businessName}
          </h2>
          <SalonPlace salon={salon} />
          <div className="flex flex-wrap gap-2 *:flex-auto">
            <SalonLinks salon={salon} business={businessName} greeting={greeting} />
          </div>
        </section>
      )}
    </div>
  );
}
