import { Suspense, useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { beginAnew, lazily } from '#web/kit/lazily.tsx';
import { SlidersHorizontal } from '#web/ui/icons.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';

const FindSheet = lazily(async () => (await import('./find-sheet.tsx')).FindSheet, ['find'], beginAnew);

/** Opens the orders and bounds of the list; the page says below what is chosen of them. */
export function FindButton() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t('find.open')}
        data-tooltip={t('find.open')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="grid size-[52px] shrink-0 place-items-center rounded-full border border-line bg-surface shadow-card"
      >
        <SlidersHorizontal size={20} />
      </button>
      {isOpen && (
        <Suspense fallback={<LoadingText floating />}>
          <FindSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
