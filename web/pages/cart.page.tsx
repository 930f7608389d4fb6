import { useState } from 'react';
import type { CartItem } from '#core/contract/cart.ts';
import { useHasEnded } from '#web/features/accounts/become.ts';
import { RequireUser, SignInDoor } from '#web/features/accounts/require-user.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useCartChanges } from '#web/features/cart/cart-changes.ts';
import { CartLine } from '#web/features/cart/cart-line.tsx';
import {
  AtSalonBlock,
  CartSums,
  isForSale,
  linesBySalon,
  TotalBar,
  useTotalVoice,
} from '#web/features/cart/cart-totals.tsx';
import { useResumeCart } from '#web/features/cart/page-queue.ts';
import { useCart } from '#web/features/cart/use-cart.ts';
import { useIsOrdering, useOrderNews } from '#web/features/checkout/cash-order.tsx';
import { CashRestriction } from '#web/features/orders/cash-restriction.tsx';
import { isLate, useOrderAttempt } from '#web/features/orders/order-attempt.ts';
import { announce, useAnnounce } from '#web/kit/access/announce.tsx';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHead } from '#web/kit/router/head.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingText, Skeleton } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';

const SKELETONS = [1, 2, 3];

export function Page() {
  const t = useT();
  const { lines = [] } = useCart();
  // Before changes that are made here.
  useResumeCart();
  useHead({ title: `${t('cart.title')} | ${t('app.name')}` });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="flex flex-wrap items-center gap-3 text-3xl">
          {t('cart.title')}
          {lines.length > 0 && (
            <span className="whitespace-nowrap rounded-full bg-raised px-3 py-1 font-sans text-sm font-semibold tracking-normal text-muted">
              {t.count('cart.count', lines.length)}
            </span>
          )}
        </h1>
      </div>
      <RequireUser waiting={<LineSkeletons />} door={<GuestCart />}>
        {() => <OwnCart />}
      </RequireUser>
    </div>
  );
}

function LineSkeletons() {
  const t = useT();
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <span className="sr-only">{t('common.loading')}</span>
      {SKELETONS.map((line) => (
        <Skeleton key={line} className="h-36 rounded-card" />
      ))}
    </div>
  );
}

function GuestCart() {
  const t = useT();
  // The content stays where it was.
  if (useHasEnded()) return <SignInDoor title={t('cart.signInToSee')} />;
  return (
    <EmptyState art="cart-empty" title={t('cart.empty.title')} text={t('cart.signInPrompt')}>
      <ButtonLink to="/">{t('cart.empty.action')}</ButtonLink>
      <ButtonLink variant="secondary" to={signInAddress('/cart')}>
        {t('favorites.signIn.action')}
      </ButtonLink>
    </EmptyState>
  );
}

function OwnCart() {
  const t = useT();
  const { lines, error, refetch } = useCart();
  const isOrdering = useIsOrdering();
  const news = useOrderNews();
  if (news && !lines?.length) return <LoadingText text={t(news)} />;
  if (!lines) return error ? <Problem text={reasonOf(error, t)} retry={() => void refetch()} /> : <LineSkeletons />;
  return lines.length === 0 ? <EmptyCart /> : <Lines lines={lines} isOrdering={isOrdering} />;
}

/** Mentions the order that has just emptied the cart. */
function EmptyCart() {
  const t = useT();
  const last = useOrderAttempt();
  const orderId = last && !isLate(last) ? last.orderId : null;
  const ordered = last?.isPaid ? 'cart.empty.paid' : 'toast.cash.success.text';
  return (
    <EmptyState art="cart-empty" title={t('cart.empty.title')} text={orderId ? t(ordered) : undefined}>
      {orderId && <ButtonLink to={`/orders/${orderId}`}>{t('orders.view')}</ButtonLink>}
      <ButtonLink variant={orderId ? 'secondary' : 'primary'} to="/">
        {t('cart.empty.action')}
      </ButtonLink>
    </EmptyState>
  );
}

function Lines({ lines, isOrdering }: { lines: CartItem[]; isOrdering: boolean }) {
  const t = useT();
  const cards = useCards();
  useAnnounce(isOrdering && t('checkout.underWay'));
  useTotalVoice(lines);
  const blocked = !lines.every(isForSale);
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[1fr_min(22rem,40%)] lg:items-start">
      <div className="flex flex-col gap-8 [&_:is(a,button)]:scroll-mb-[140px]">
        {linesBySalon(lines).map((place) => (
          <AtSalonBlock key={`${place.name} ${place.salon?.address} ${place.salon?.phone}`} place={place} hasLink>
            <ul className="flex flex-col gap-3">
              {place.items.map((line) => (
                <li key={line.dealId}>
                  <CartLine line={line} />
                </li>
              ))}
            </ul>
          </AtSalonBlock>
        ))}
        <ClearCart />
      </div>
      <footer className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:rounded-card lg:bg-surface lg:shadow-card">
        <div className="rounded-card bg-surface p-5 max-lg:shadow-card lg:pb-0">
          <CashRestriction />
          <CartSums lines={lines} />
          {cards && <p className="pt-3 text-sm text-muted">{t('deal.policy')}</p>}
        </div>
        <TotalBar lines={lines} className="max-lg:shadow-lift lg:border-0 max-lg:tall:sticky lg:p-5">
          {blocked && <p className="order-first w-full text-sm font-semibold text-alert">{t('cart.blocked')}</p>}
          {isOrdering ? (
            <p className="grid min-h-13 flex-[1_1_max-content] place-items-center font-semibold">
              {t('checkout.underWay')}
            </p>
          ) : (
            <ButtonLink
              size="large"
              to="/checkout"
              aria-disabled={blocked}
              onClick={(event) => {
                if (!blocked) return;
                event.preventDefault();
                announce(t('cart.blocked'));
              }}
              className="flex-[1_1_max-content] max-sm:min-h-[52px] max-sm:px-[16px] max-sm:text-fitted lg:flex-[1_1_100%]"
            >
              {t('cart.checkout')}
            </ButtonLink>
          )}
        </TotalBar>
      </footer>
    </div>
  );
}

function ClearCart() {
  const t = useT();
  const { clear } = useCartChanges();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="plain" className="self-start" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('cart.clear')}
      </Button>
      {asking && (
        <Dialog title={t('cart.clear.confirm')} onClose={() => setAsking(false)}>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button variant="secondary" data-first="" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                clear();
              }}
            >
              {t('cart.clear')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
