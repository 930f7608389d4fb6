import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '#core/contract/call.ts';
import type { CartItem } from '#core/contract/cart.ts';
import { toLek } from '#core/domain/money.ts';
import { useUser } from '../features/accounts/use-user.ts';
import { CartTotals, totalsOfLines } from '../features/cart/cart-totals.tsx';
import { cartQuery, useCart } from '../features/cart/use-cart.ts';
import { titleOf } from '../features/deals/deal-words.ts';
import { Lek } from '../features/deals/price.tsx';
import { usePayCash } from '../features/orders/use-orders.ts';
import { useHead } from '../kit/head.tsx';
import { useT } from '../kit/i18n.tsx';
import { Link } from '../kit/link.tsx';
import { useOffline } from '../kit/online.ts';
import { toast } from '../kit/toasts.ts';
import { Button } from '../ui/button.tsx';
import { ArrowLeft, Banknote, ChevronRight } from '../ui/icons.tsx';
import { LoadingText } from '../ui/loading-text.tsx';

/** Spec 1 §9: back home 1.5 s after the confirmation. */
const HOME_MS = 1500;

export function Page() {
  const t = useT();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const user = useUser();
  const { lines, waiting } = useCart();
  const [done, setDone] = useState(false);
  const refused = useRef(false);
  useHead({ title: `${t('checkout.title')} | ${t('app.name')}` });

  useEffect(() => {
    if (waiting || done || refused.current) return;
    if (user === null) {
      refused.current = true;
      void navigate('/login?next=%2Fcheckout', { replace: true });
    } else if (lines.length === 0) {
      refused.current = true;
      toast({ tone: 'note', title: t('toast.cartEmpty.title'), text: t('toast.cartEmpty.text') });
      void navigate('/cart', { replace: true });
    }
  }, [waiting, done, user, lines.length, navigate, t]);

  if (waiting || (lines.length === 0 && !done)) return <LoadingText />;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      {query.get('method') === 'cash' ? (
        <CashPayment lines={lines} onDone={() => setDone(true)} />
      ) : (
        <SelectMethod lines={lines} />
      )}
    </div>
  );
}

function SelectMethod({ lines }: { lines: CartItem[] }) {
  const t = useT();
  return (
    <>
      <BackLink to="/cart" text={t('cart.title')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.select.title')}</h1>
      <Link
        to="/checkout?method=cash"
        className="flex items-center gap-4 rounded-card border-2 border-brand bg-surface p-5 shadow-card hover:shadow-lift"
      >
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-olive-soft text-olive">
          <Banknote size={26} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t('checkout.cash')}</span>
          <span className="text-sm text-quiet">{t('checkout.cash.hint')}</span>
        </span>
        <ChevronRight size={20} className="text-quiet" />
      </Link>
      <Summary lines={lines} />
    </>
  );
}

function CashPayment({ lines, onDone }: { lines: CartItem[]; onDone: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const offline = useOffline();
  const pay = usePayCash();
  const shown = useRef(lines);
  if (!pay.isSuccess) shown.current = lines;
  const confirm = () => {
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    pay.mutate(toLek(totalsOfLines(lines).total), {
      onSuccess: (order) => {
        onDone();
        queries.setQueryData(cartQuery().queryKey, []);
        toast({
          tone: 'done',
          title: t('toast.cash.success.title'),
          text: t('toast.cash.success.text'),
          action: { label: t('orders.view'), run: () => navigate(`/profile#order-${order.id}`) },
        });
        setTimeout(() => {
          if (location.pathname === '/checkout') void navigate('/');
        }, HOME_MS);
      },
      onError: (error) => {
        const said = error instanceof ApiError && error.status === 409 ? error.said : undefined;
        toast({ tone: 'failed', title: t('common.error'), text: said ?? t('toast.cash.failed') });
        void queries.invalidateQueries({ queryKey: cartQuery().queryKey });
      },
    });
  };
  return (
    <>
      <BackLink to="/checkout" text={t('checkout.back')} />
      <h1 className="text-2xl sm:text-3xl">{t('checkout.cash.title')}</h1>
      <p className="rounded-2xl bg-olive-soft p-4">{t('checkout.cash.instructions')}</p>
      <Summary lines={shown.current} />
      <Button size="large" disabled={pay.isPending || pay.isSuccess} onClick={confirm}>
        {pay.isPending ? t('common.submitting') : t('checkout.cash.confirm')}
      </Button>
    </>
  );
}

function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-brand hover:underline">
      <ArrowLeft size={20} />
      {text}
    </Link>
  );
}

function Summary({ lines }: { lines: CartItem[] }) {
  const t = useT();
  return (
    <section aria-label={t('cart.title')} className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card">
      <ul className="flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line.dealId} className="flex justify-between gap-4 text-sm">
            <span className="min-w-0">
              {line.quantity} × {titleOf(line.deal, t)}
              <span className="block text-quiet">{line.deal.businessName}</span>
            </span>
            <Lek amount={toLek(totalsOfLines([line]).total)} />
          </li>
        ))}
      </ul>
      <div className="border-t border-line pt-4">
        <CartTotals lines={lines} />
      </div>
    </section>
  );
}
