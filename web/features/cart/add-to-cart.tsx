import { useEffect, useState } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Check, ShoppingBag } from '#web/ui/icons.tsx';
import { signInAddress } from '../accounts/sign-in-address.ts';
import { useSignInPrompt } from '../accounts/use-sign-in-prompt.ts';
import { useFindUser } from '../accounts/use-user.ts';
import { useCartChanges } from './use-cart.ts';

const DONE_MS = 2000;

/** `disabled` when the deal can no longer be bought. */
export function AddToCart({
  deal,
  disabled = false,
  tabIndex,
  className = '',
}: {
  deal: DealCard;
  disabled?: boolean;
  tabIndex?: number;
  className?: string;
}) {
  const t = useT();
  const { step, press } = useAdding(deal);
  return (
    <Button
      size="large"
      disabled={disabled}
      tabIndex={tabIndex}
      aria-busy={step === 'asking'}
      isBusy={step === 'asking'}
      onClick={() => void press()}
      className={className}
    >
      {step === 'added' ? <Check size={20} /> : <ShoppingBag size={20} />}
      {step === 'idle' && t('deal.addToCartPrice', { price: formatLek(deal.price, t.language) })}
      {step === 'asking' && t('deal.adding')}
      {step === 'added' && t('deal.inCart')}
    </Button>
  );
}

/** Pressed before it is known who is looking, it waits for that; whoever has left by then is not called back. */
function useAdding(deal: DealCard) {
  const t = useT();
  const findUser = useFindUser();
  const { add } = useCartChanges();
  const askToSignIn = useSignInPrompt(signInAddress(`/deal/${deal.id}`, deal.id));
  const [step, setStep] = useState<'idle' | 'asking' | 'added'>('idle');
  useEffect(() => {
    if (step !== 'added') return;
    const timer = setTimeout(() => setStep('idle'), DONE_MS);
    return () => clearTimeout(timer);
  }, [step]);

  const press = async () => {
    if (step === 'asking') return;
    navigator.vibrate?.(8);
    setStep('asking');
    try {
      const user = await findUser();
      setStep(user ? 'added' : 'idle');
      if (!user) return askToSignIn();
    } catch {
      // The server could not say who it is, and nothing may be asked of it without knowing (Spec 1 §5).
      setStep('idle');
      return toast({
        tone: 'failed',
        title: t('common.error'),
        text: t('toast.cartAdd.failed'),
        action: { label: t('common.tryAgain'), run: () => void press() },
      });
    }
    if (!(await add(deal))) setStep('idle');
  };
  return { step, press };
}
