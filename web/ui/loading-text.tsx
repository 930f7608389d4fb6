import { useT } from '../kit/i18n.tsx';

/** What stands where something is still under way, fetched unless `text` says; `floating` over the page, for a dialog. */
export function LoadingText({ floating = false, text }: { floating?: boolean; text?: string }) {
  const t = useT();
  const place = floating ? 'fixed inset-0 z-50 bg-night/50 text-ivory' : 'min-h-[50dvh] text-quiet';
  return (
    <div role="status" className={`grid place-items-center ${place}`}>
      {text ?? t('common.loading')}
    </div>
  );
}
