import { useT } from '../kit/i18n.tsx';
import { useSaid } from '../kit/voice.tsx';

/** What comes sooner is not spoken of, in ms. */
const PATIENCE_MS = 1000;

/** What stands where something is still under way, fetched unless `text` says; `floating` over the page, for a dialog. */
export function LoadingText({ floating = false, text }: { floating?: boolean; text?: string }) {
  const t = useT();
  const said = text ?? t('common.loading');
  useSaid(said, { after: PATIENCE_MS });
  const place = floating ? 'fixed inset-0 z-50 bg-night/50 text-ivory' : 'min-h-[50dvh] text-quiet';
  return (
    <div aria-busy={!floating} className={`grid place-items-center ${place}`}>
      {said}
    </div>
  );
}
