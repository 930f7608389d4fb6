/** Stripe's form, in the frames of its script: card data never reaches us. */
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';

// The variant that loads nothing on import.
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { useEffect, useImperativeHandle, useRef } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useTheme } from '#web/kit/theme.ts';
import { type CardFieldsProps, outcomeOf, returnAddress } from './card-fields.ts';

export function StripeFields({ prepared, ref, onReady, onLost }: CardFieldsProps) {
  const t = useT();
  const { theme } = useTheme();
  const { publishableKey, clientSecret, totalUSD } = prepared;
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);

  useEffect(() => {
    let unmount = () => {};
    let isLeft = false;
    const mount = async (box: HTMLElement) => {
      // Stripe has no Albanian.
      const stripe = await loadStripe(publishableKey, { locale: 'en' });
      if (isLeft || !stripe) return;
      const elements = stripe.elements({ clientSecret, locale: 'en', appearance: lookOf(box) });
      const element = elements.create('payment', {
        layout: 'tabs',
        wallets: { applePay: 'never', googlePay: 'never' },
        fields: { billingDetails: 'auto' },
      });
      element.on('ready', onReady);
      element.on('loaderror', onLost);
      element.mount(box);
      mounted.current = { stripe, elements };
      unmount = () => element.destroy();
    };
    if (place.current) mount(place.current).catch(onLost);
    return () => {
      isLeft = true;
      mounted.current = null;
      unmount();
    };
  }, [publishableKey, clientSecret, onReady, onLost]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be paid may become another amount
  useEffect(() => void mounted.current?.elements.fetchUpdates(), [totalUSD]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page looks otherwise in another theme
  useEffect(() => {
    const repaint = () => place.current && mounted.current?.elements.update({ appearance: lookOf(place.current) });
    repaint();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    return () => dark.removeEventListener('change', repaint);
  }, [theme]);

  useImperativeHandle(ref, () => ({
    async confirm() {
      if (!mounted.current) return { state: 'declined', decline: null };
      const { stripe, elements } = mounted.current;
      try {
        const { error, paymentIntent } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnAddress() },
          redirect: 'if_required',
        });
        return outcomeOf({ error, status: paymentIntent?.status });
      } catch {
        // The shop resolves the outcome.
        return { state: 'unknown' };
      }
    },
  }));

  return (
    <>
      {t.language === 'sq' && <p className="text-sm text-muted">{t('checkout.cardFormEnglish')}</p>}
      <div ref={place} lang="en" />
    </>
  );
}

/** The page's colours, for the frames. */
function lookOf(place: HTMLElement): Appearance {
  const probe = place.appendChild(document.createElement('span'));
  const colour = (name: string) => {
    probe.style.color = `var(--color-${name})`;
    return getComputedStyle(probe).color;
  };
  const look: Appearance = {
    theme: 'flat',
    variables: {
      colorPrimary: colour('brand'),
      colorBackground: colour('surface'),
      colorText: colour('ink'),
      colorTextSecondary: colour('quiet'),
      colorTextPlaceholder: colour('quiet'),
      colorDanger: colour('alert'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '16px',
    },
    rules: { '.Input': { border: `1px solid ${colour('edge')}`, boxShadow: 'none' } },
  };
  probe.remove();
  return look;
}
