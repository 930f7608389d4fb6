import { useEffect, useRef, useState } from 'react';
import type { DealCard } from '#core/contract/shapes.ts';
import { formatLek } from '#core/i18n/format.ts';
import { signInAddress } from '#web/features/accounts/session-end.ts';
import { useFindUser } from '#web/features/accounts/use-user.ts';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { hasConnection } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { lacksCookies } from '#web/kit/preferences.ts';
import { autoRedirect } from '#web/kit/router/auto-redirect.ts';
import { cameFromHere } from '#web/kit/router/link.tsx';
import { useNavigate } from '#web/kit/router/location.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Check, ShoppingBag } from '#web/ui/icons.ts';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { useAddToCart } from './cart-changes.ts';

/** Fits one line from 320 px on, also in a card with a picture. */
const oneLine =
  '[&>span]:max-w-full max-sm:px-3 max-sm:text-[clamp(0.8rem,4.4vw,1rem)] md:px-3 md:max-lg:text-[min(0.9375rem,2.2vw)]';

interface Props {
  deal: DealCard;
  adding: ReturnType<typeof useAdding>;
  isOver?: boolean;
  tabIndex?: number;
  className?: string;
}

/** Becomes a link to the cart once the deal was added. */
export function AddToCart({ deal, adding: { step, press }, isOver = false, tabIndex, className = '' }: Props) {
  const t = useT();
  const hadFocus = useRef(false);
  if (step === 'added') {
    return (
      <ButtonLink
        size="large"
        to="/cart"
        onClick={(event) => isRepeatClick(event) && event.preventDefault()}
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

/** Waits until the user is known before it adds. */
export function useAdding(deal: DealCard) {
  const t = useT();
  const findUser = useFindUser();
  const add = useAddToCart();
  const askToSignIn = useSignInPrompt(signInAddress(`/deal/${deal.id}`, deal.id));
  const [step, setStep] = useState<'idle' | 'asking' | 'added'>('idle');

  const press = async (control: Element) => {
    if (step === 'asking' || lacksCookies(t)) return;
    const asker = { control, focused: document.activeElement };
    navigator.vibrate?.(8);
    setStep('asking');
    try {
      const user = await findUser();
      setStep(user ? 'added' : 'idle');
      if (!user) return askToSignIn(asker);
    } catch {
      // Without knowing the user nothing may be requested (Spec 1 §5).
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

/** Spec 1 §9: the sign-in page follows one second after the prompt. */
const PROMPT_MS = 1000;

/** The control that asked, and the focus at that time: not every browser moves it to what was pressed. */
interface Asker {
  control: Element | null;
  focused: Element | null;
}

/** Whether somebody used anything but the control that asked. */
function isElsewhere(event: Event, { control }: Asker): boolean {
  if (event instanceof KeyboardEvent) return true;
  const { target } = event;
  if (event.type === 'focusin') return target !== control;
  const pressed = target instanceof Element ? target.closest('a, button, input, select, textarea') : null;
  return pressed !== null && pressed !== control;
}

function hasGone({ control, focused }: Asker): boolean {
  return ![control, focused, document.body].includes(document.activeElement);
}

/** Asks a guest to sign in and redirects to `address` once, unless the guest has left the page or used something else. */
export function useSignInPrompt(address: string): (asker: Asker) => void {
  const t = useT();
  const navigate = useNavigate();
  const stay = useRef<(() => void) | null>(null);
  const mountedAt = useRef<string>(null);
  useEffect(() => {
    mountedAt.current = address;
    return () => {
      mountedAt.current = null;
      stay.current?.();
    };
  }, [address]);
  return (asker) => {
    stay.current?.();
    // The page could not be loaded.
    if (!hasConnection())
      return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    toast({
      tone: 'note',
      title: t('toast.signInRequired.title'),
      text: t('toast.signInRequired.text'),
      goesTo: '/login',
    });
    if (mountedAt.current !== address || hasGone(asker)) return;
    stay.current = autoRedirect(
      PROMPT_MS,
      () => hasConnection() && navigate(address, { state: cameFromHere() }),
      (event) => isElsewhere(event, asker),
    );
  };
}
