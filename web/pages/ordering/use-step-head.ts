import { useHead } from '#web/kit/head.tsx';
import { useT } from '#web/kit/i18n.tsx';

/** Titles the document by the step one is at. */
export function useStepHead(
  step: 'checkout.select.title' | 'checkout.cash.title' | 'checkout.complete' | 'checkout.done',
): void {
  const t = useT();
  useHead({ title: `${t(step)} – ${t('checkout.title')} | ${t('app.name')}` });
}
