import { useT } from '../kit/i18n.tsx';
import { useSaid } from '../kit/voice.tsx';

/** What comes sooner is not spoken of, in ms. */
const PATIENCE_MS = 1000;

/** What stands where something is still under way, fetched unless `text` says. */
export function LoadingText({ text }: { text?: string }) {
  const t = useT();
  const said = text ?? t('common.loading');
  useSaid(said, { after: PATIENCE_MS });
  return (
    <div aria-busy="true" className="grid min-h-[50dvh] place-items-center text-quiet">
      {said}
    </div>
  );
}
