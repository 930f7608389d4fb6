import { useState } from 'react';
import { useUser } from '../features/accounts/use-user.ts';
import { CartLine } from '../features/cart/cart-line.tsx';
import { CartTotals } from '../features/cart/cart-totals.tsx';
import { useCart, useClearCart } from '../features/cart/use-cart.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const SKELETONS = [1, 2, 3];

export function Page() {
  const t = useT();
  const user = useUser();
  const { lines, waiting, failed, refetch } = useCart();
  useHead({ title: `${t('cart.title')} | ${t('app.name')}` });
  const blocked = lines.some(({ unavailable }) => unavailable !== null);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="flex items-center gap-3 text-3xl">
          {t('cart.title')}
          {lines.length > 0 && (
            <span className="rounded-full bg-raised px-3 py-1 font-sans text-sm font-semibold tracking-normal text-quiet">
              {t.count('cart.count', lines.length)}
            </span>
          )}
        </h1>
        {lines.length > 0 && <ClearCart />}
      </div>
      {waiting ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">{t('common.loading')}</span>
          {SKELETONS.map((line) => (
            <Skeleton key={line} className="h-36 rounded-card" />
          ))}
        </div>
      ) : failed && lines.length === 0 ? (
        <Problem retry={() => void refetch()} />
      ) : lines.length === 0 ? (
        <EmptyState art="cart-empty" title={t('cart.empty.title')} text={user ? undefined : t('cart.signInPrompt')}>
          <ButtonLink to="/">{t('cart.empty.action')}</ButtonLink>
          {!user && (
            <ButtonLink look="quiet" to="/login?next=%2Fcart">
              {t('favorites.signIn.action')}
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <div className="grid gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
          <ul className="flex flex-col gap-3">
            {lines.map((line) => (
              <li key={line.dealId}>
                <CartLine line={line} />
              </li>
            ))}
          </ul>
          <footer className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card lg:sticky lg:top-24">
            <CartTotals lines={lines} />
            {blocked && <p className="text-sm font-semibold text-alert">{t('cart.blocked')}</p>}
            <ButtonLink
              size="large"
              to="/checkout"
              aria-disabled={blocked}
              onClick={(event) => blocked && event.preventDefault()}
            >
              {t('cart.checkout')}
            </ButtonLink>
            <p className="text-center text-sm text-quiet">{t('price.newLek')}</p>
          </footer>
        </div>
      )}
    </div>
  );
}

function ClearCart() {
  const t = useT();
  const clear = useClearCart();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('cart.clear')}
      </Button>
      {asking && (
        <Dialog title={t('cart.clear.confirm')} closeLabel={t('a11y.closeDialog')} onClose={() => setAsking(false)}>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                clear.mutate();
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
