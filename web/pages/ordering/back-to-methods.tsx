import { useT } from '#web/kit/i18n.tsx';
import { StepBack } from '../step-back.tsx';

/** From a way to pay back to their choice. */
export function BackToMethods() {
  const t = useT();
  return <StepBack to="/checkout" text={t('checkout.back')} />;
}
