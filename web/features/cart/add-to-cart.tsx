import { useRef, useState } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import { formatLek } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Check, ShoppingBag } from '#web/ui/icons.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { signInAddress } from '../accounts/sign-in-address.ts';
import { useSignInPrompt } from '../accounts/use-sign-in-prompt.ts';
import { useFindUser } from '../accounts/use-user.ts';
import { useCartChanges } from './use-cart.ts';

/** In one line from 320 px on, in the card beside a picture too. */
const oneLine = 'max-sm:px-3 max-sm:text-fitted md:px-3 md:max-lg:text-[min(0.9375rem,2.2vw)]';

interface Props {
  deal: DealCard;
  adding: ReturnType<typeof useAdding>;
  /** When the deal can no longer be bought. */
  isOver?: boolean;
  tabIndex?: number;
  className?: string;
}

/** Once the deal was added from here, the way to the cart. */
export function AddToCart({ deal, adding: { step, press }, isOver = false, tabIndex, className = '' }: Props) {
  const t = useT();
  const hadFocus = useRef(false);
  if (step === 'added') {
    return (
      <ButtonLink
        size="large"
        to="/cart"
        tabIndex={tabIndex}
        ref={(link) => {
          if (hadFocus.current) link?.focus({ preventScroll: true });
          hadFocus.current = false;
        }}
        className={`${oneLine} ${className}`}
      >
        <Check size={20} />
        {t('deal.inCart')}
      </ButtonLink>
    );
  }
  const isAsking = step === 'asking';
  return (
    <Button
      size="large"
      tabIndex={tabIndex}
      isPending={isAsking}
      disabledReason={isOver ? t('deal.hidden') : undefined}
      onClick={({ currentTarget }) => {
        hadFocus.current = currentTarget === document.activeElement;
        void press(currentTarget);
      }}
      className={`${oneLine} ${className}`}
    >
      <ShoppingBag size={20} className="shrink-0 max-[379px]:hidden md:max-lg:hidden" />
      <ScreenReaderText>
        {isAsking ? t('deal.adding') : t('deal.addToCartPrice', { price: formatLek(deal.price, t.language) })}
      </ScreenReaderText>
    </Button>
  );
}

/** Pressed before it is known who is looking, it waits for that; whoever has left by then is not called back. */
export function useAdding(deal: DealCard) {
  const t = useT();
  const findUser = useFindUser();
  const { add } = useCartChanges();
  const askToSignIn = useSignInPrompt(signInAddress(`/deal/${deal.id}`, deal.id));
  const [step, setStep] = useState<'idle' | 'asking' | 'added'>('idle');

  const press = async (control: Element) => {
    if (step === 'asking') return;
    const asker = { control, focused: document.activeElement };
    navigator.vibrate?.(8);
    setStep('asking');
    try {
      const user = await findUser();
      setStep(user ? 'added' : 'idle');
      if (!user) return askToSignIn(asker);
    } catch {
      // The server could not say who it is, and nothing may be asked of it without knowing (Spec 1 §5).
      setStep('idle');
      return toast({
        tone: 'failed',
        title: t('common.error'),
        text: t('toast.cartAdd.failed'),
        action: { label: t('common.tryAgain'), run: () => void press(control) },
      });
    }
    if (!(await add(deal))) setStep('idle');
  };
  return { step, press };
}
