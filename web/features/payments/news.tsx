import { useT } from '#web/kit/i18n/i18n.tsx';

export function News({ state }: { state: 'unknown' | 'paid' | 'signedOut' }) {
  const t = useT();
  return (
    <p className="rounded-2xl bg-olive-soft p-4">
      {t(state === 'unknown' ? 'toast.pay.unknown' : 'checkout.recording')}
    </p>
  );
}
