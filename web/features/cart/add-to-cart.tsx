import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DealCard } from '#core/contract/shapes.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Check, ShoppingBag } from '#web/ui/icons.tsx';
import { useUser } from '../accounts/use-user.ts';
import { useAddToCart } from './use-cart.ts';

/** Spec 1 §9: to the sign-in page one second after the prompt. */
const PROMPT_MS = 1000;
const DONE_MS = 2000;

/** `disabled` when the deal can no longer be bought. */
export function AddToCart({
  deal,
  disabled = false,
  className = '',
}: {
  deal: DealCard;
  disabled?: boolean;
  className?: string;
}) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const add = useAddToCart();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const press = () => {
    if (!user) {
      toast({ tone: 'note', title: t('toast.signInRequired.title'), text: t('toast.signInRequired.text') });
      const next = encodeURIComponent(`/deal/${deal.id}`);
      setTimeout(() => navigate(`/login?next=${next}&add=${deal.id}`), PROMPT_MS);
      return;
    }
    navigator.vibrate?.(8);
    setDone(true);
    add.mutate(deal, { onError: () => setDone(false) });
  };
  return (
    <Button size="large" disabled={disabled} onClick={press} className={className}>
      {done ? <Check size={20} /> : <ShoppingBag size={20} />}
      {done ? t('deal.inCart') : t('deal.addToCartPrice', { price: formatAmount(deal.price, t.language) })}
    </Button>
  );
}
