import { useT } from '../kit/i18n.tsx';

/** What stands where something is still being fetched; `floating` over the page, for a dialog. */
export function LoadingText({ floating = false }: { floating?: boolean }) {
  const t = useT();
  const place = floating ? 'fixed inset-0 z-50 bg-night/50 text-ivory' : 'min-h-[50dvh] text-quiet';
  return (
    <div role="status" className={`grid place-items-center ${place}`}>
      {t('common.loading')}
    </div>
  );
}
