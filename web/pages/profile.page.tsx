import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Order } from '#core/contract/orders.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import { APP_VERSION } from '#core/domain/shop.ts';
import { RequireUser, UnconfirmedEmail } from '#web/features/accounts/require-user.tsx';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { APPLY_ADDRESS } from '#web/features/dealers/apply-address.ts';
import { DealerSkeleton } from '#web/features/dealers/dealer-skeleton.tsx';
import { OpenOrderRows } from '#web/features/orders/open-order-rows.tsx';
import { OrderCard } from '#web/features/orders/order-card.tsx';
import { useAskOpenAgain, useOpenOrders, useOrders } from '#web/features/orders/use-orders.ts';
import { PaymentNews } from '#web/features/payments/payment-news.tsx';
import { HelpDialog } from '#web/features/support/help-dialog.tsx';
import { useHasDraft } from '#web/features/support/help-draft.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { cookie } from '#web/kit/preferences.ts';
import { useHead } from '#web/kit/router/head.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { ProfileMenu } from '#web/shell/profile-menu.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FoldedSection } from '#web/ui/folded-section.tsx';
import { Check, CircleUserRound, Heart, ShoppingBag } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { StepBack } from '#web/ui/step-back.tsx';

export function Page() {
  const t = useT();
  // Outside of the session check: a draft stays although the session ends.
  const [helped, setHelped] = useState<{ userId: string | null; shownId?: string | undefined } | null>(null);
  useHead({ title: `${t('profile.title')} | ${t('app.name')}` });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-3.5 sm:gap-3">
      <StepBack to="/" text={t('deal.backHome')} />
      <h1 className="text-3xl">{t('profile.title')}</h1>
      <RequireUser waiting={<Waiting />} door={<Guest onHelp={() => setHelped({ userId: null })} />}>
        {(user) => <Own user={user} onHelp={(shownId) => setHelped({ userId: user.id, shownId })} />}
      </RequireUser>
      <p className="below-boxes flex flex-wrap justify-center gap-x-6 text-sm text-muted">
        <Link to="/about" className="py-3 hover:underline">
          {t('about.title')}
        </Link>
        <Link to="/for-salons" className="py-3 hover:underline">
          {t('forSalons.title')}
        </Link>
        <Link to="/privacy-policy" className="py-3 hover:underline">
          {t('privacy.title')}
        </Link>
        <Link to="/terms-of-service" className="py-3 hover:underline">
          {t('terms.title')}
        </Link>
        <span className="py-3">{t('profile.version', { version: APP_VERSION })}</span>
      </p>
      {helped && <HelpDialog title={t('profile.help')} {...helped} onClose={() => setHelped(null)} />}
    </div>
  );
}

/** Breaks a long email before its domain. */
function breakable(name: string) {
  const [local, ...domain] = name.split('@');
  if (domain.length === 0) return name;
  return (
    <>
      {local}
      <wbr />@{domain.join('@')}
    </>
  );
}

function UserCard({ user }: { user: User }) {
  const t = useT();
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-card bg-surface p-5 shadow-card">
      <CircleUserRound size={52} className="shrink-0 text-brand" />
      <div className="min-w-0 flex-[1_1_8rem]">
        <p translate="no" className="font-display text-lg font-semibold sm:text-xl">
          {user.displayName ?? breakable(user.username)}
        </p>
        {(user.displayName ?? user.username) !== user.email && (
          <p translate="no" className="text-muted">
            {breakable(user.email)}
          </p>
        )}
        <p className="text-sm font-semibold text-olive">
          {t(user.role === 'admin' ? 'profile.status.admin' : 'profile.status.loggedIn')}
        </p>
        <UnconfirmedEmail user={user} />
      </div>
    </section>
  );
}

function Guest({ onHelp }: { onHelp: () => void }) {
  const t = useT();
  return (
    <>
      {cookie('hasTill') !== null && (
        <ButtonLink reloads size="large" to="/redeem">
          {t('profile.till')}
        </ButtonLink>
      )}
      <GuestCard />
      <ProfileMenu isSignedIn={false} onHelp={onHelp} />
    </>
  );
}

/** Three reasons to sign in. */
function GuestCard() {
  const t = useT();
  const isApplying = useLocation().hash === '#apply';
  const reasons = [
    { key: 'profile.why.orders', Icon: ShoppingBag },
    { key: 'profile.why.saved', Icon: Heart },
    { key: 'profile.why.code', Icon: Check },
  ] as const;
  return (
    <section className="flex flex-col gap-5 rounded-card bg-surface p-5 shadow-card sm:p-7">
      <div className="flex items-center gap-4">
        <CircleUserRound size={52} className="shrink-0 text-brand" />
        <div className="min-w-0">
          <p className="font-display text-xl font-semibold">{t('profile.guest')}</p>
          <p className="text-muted">{t('profile.emailPlaceholder')}</p>
        </div>
      </div>
      <ul className="flex flex-col gap-3">
        {reasons.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <span className="shrink-0 pt-0.5 text-olive">
              <Icon size={20} />
            </span>
            <span className="min-w-0">{t(key)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink size="large" to={isApplying ? signInAddress(APPLY_ADDRESS) : '/login'}>
        {t('profile.status.login')}
      </ButtonLink>
    </section>
  );
}

const Waiting = () => <Skeletons count={1} className="h-28" />;

/** The account with its open orders, which it waits for so that they move nothing. */
function Own({ user, onHelp }: { user: User; onHelp: (shownId?: string) => void }) {
  const hasDraft = useHasDraft();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  /** Of a message that was answered. */
  const shownId = /^#message-(.+)/.exec(hash)?.[1];
  const goOn = useEffectEvent(() => {
    onHelp(shownId);
    if (shownId) void navigate(pathname, { replace: true, state: { keepsScroll: true } });
  });
  useEffect(() => {
    if (hasDraft || shownId) goOn();
  }, [hasDraft, shownId]);
  const { open, isPending } = useOpenOrders();
  const [isShown, setShown] = useState(!isPending);
  // Once shown it stays, also during a refetch.
  if (!isPending && !isShown) setShown(true);
  if (!isShown) return <Waiting />;
  return (
    <>
      <UserCard user={user} />
      <OpenOrderRows orders={open} listId="open" />
      <Posting user={user} />
      <ProfileMenu isSignedIn hasDesk={isAllowed(user, 'dealer') && user.role !== 'admin'} onHelp={() => onHelp()} />
      <Orders open={open} />
    </>
  );
}

const DealerRequestCard = lazyWithRetry(
  async () => (await import('#web/features/dealers/dealer-request-card.tsx')).DealerRequestCard,
  ['dealers'],
);
const DealerSection = lazyWithRetry(
  async () => (await import('#web/features/dealers/dealer-section.tsx')).DealerSection,
  ['dealers', 'memberships', 'own-deals', 'own-salon', 'media'],
);

/** What dealers work with, or the way to become one. Whoever is approved meanwhile refreshes the page. */
function Posting({ user }: { user: User }) {
  const t = useT();
  const [wasDealer, setWasDealer] = useState(isAllowed(user, 'dealer'));
  // The permission was revoked.
  if (wasDealer && !isAllowed(user, 'dealer')) setWasDealer(false);
  const Section = wasDealer ? DealerSection : DealerRequestCard;
  return (
    <ErrorBoundary of={Section} fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
      <Suspense fallback={<DealerSkeleton />}>
        <Section user={user} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Usable orders first. */
function Orders({ open }: { open: Order[] }) {
  const list = useOrders();
  return (
    <>
      <News open={open} list={list} />
      {open.length > 0 && <OpenOrders orders={open} />}
      <PaymentHistory open={open} list={list} />
    </>
  );
}

interface OrdersProps {
  open: Order[];
  list: ReturnType<typeof useOrders>;
}

/** Payments whose orders are listed below are left out. */
function News({ open, list: { data } }: OrdersProps) {
  const listed = [...open, ...(data?.pages.flatMap(({ items }) => items) ?? [])];
  return <PaymentNews listed={listed.map(({ stripePaymentIntentId }) => stripePaymentIntentId)} />;
}

function OpenOrders({ orders }: { orders: Order[] }) {
  const t = useT();
  return (
    <section aria-labelledby="open" className="flex flex-col gap-4">
      <h2 id="open" className="text-2xl">
        {t('orders.open')}
      </h2>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
    </section>
  );
}

/** All orders but the open ones, which are listed above. */
function PaymentHistory({ open, list }: OrdersProps) {
  const t = useT();
  const { hash, key } = useLocation();
  const shownFor = useRef('');
  const { data } = list;
  // An order that was canceled or used meanwhile comes here from above.
  const [most, setMost] = useState(open.length);
  if (open.length > most) setMost(open.length);
  const askOpenAgain = useEffectEvent(useAskOpenAgain());
  // A refetch of all orders retries the open ones too.
  useEffect(() => {
    if (data) void askOpenAgain();
  }, [data]);
  useEffect(() => {
    const target = data && hash ? document.getElementById(hash.slice(1)) : null;
    if (!target || shownFor.current === key + hash) return;
    shownFor.current = key + hash;
    target.scrollIntoView({ block: 'center' });
  }, [data, hash, key]);
  const isAbove = (order: Order) => open.some(({ id }) => id === order.id);
  const waiting = <Skeletons count={1} className="h-48" />;
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0);
  const isNothingElse = !list.hasNextPage && data?.pages.every(({ items }) => items.every(isAbove));
  return (
    <FoldedSection
      id="orders"
      look="list"
      title={t('orders.title')}
      numbers={
        data && (
          <span className="font-sans text-base font-normal tracking-normal text-muted numerals">{`${count}${list.hasNextPage ? '+' : ''}`}</span>
        )
      }
      needsAttention={list.isError || open.length < most}
    >
      {open.length > 0 && isNothingElse ? (
        <p className="text-muted">{t('orders.onlyOpen')}</p>
      ) : (
        <PagedList
          list={list}
          waiting={waiting}
          failed={t('orders.failed')}
          empty={<NoOrders />}
          more={t('orders.more')}
        >
          {(order) => (isAbove(order) ? null : <OrderCard key={order.id} order={order} />)}
        </PagedList>
      )}
    </FoldedSection>
  );
}

/** One line for dealers, who come here to sell. */
function NoOrders() {
  const t = useT();
  const visitor = useUser();
  if (visitor.state === 'user' && isAllowed(visitor.user, 'dealer'))
    return <p className="text-muted">{t('orders.empty')}</p>;
  return (
    <EmptyState level="h3" art="orders-empty" title={t('orders.empty')}>
      <ButtonLink to="/">{t('cart.empty.action')}</ButtonLink>
    </EmptyState>
  );
}
