import { useT } from '#web/kit/i18n.tsx';

export function News({ state }: { state: 'unknown' | 'paid' }) {
  const t = useT();
  return (
    <p className="rounded-2xl bg-olive-soft p-4">{t(state === 'paid' ? 'checkout.recording' : 'toast.pay.unknown')}</p>
  );
}
