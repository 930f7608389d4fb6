import { Suspense, useEffect, useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { ErrorBoundary, lazyWithRetry, prefetchWhenIdle, reloadPage } from '#web/kit/lazy.tsx';
import { useOffline } from '#web/kit/online.ts';
import { toast } from '#web/kit/toasts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SlidersHorizontal } from '#web/ui/icons.tsx';
import { LoadingText } from '#web/ui/loading.tsx';

const FindSheet = lazyWithRetry(async () => (await import('./find-sheet.tsx')).FindSheet, ['find'], reloadPage);

/** Opens the sorts and bounds of the list; the page says below what is chosen of them. */
export function FindButton() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(() => prefetchWhenIdle([FindSheet.load]), []);
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
        <ErrorBoundary fallback={() => <NoSheet leave={close} />}>
          <Suspense fallback={<OnItsWay leave={close} />}>
            <FindSheet onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

interface Leaving {
  leave: () => void;
}

/** The list stays for whoever has no sheet; the button is the way to try again. */
function NoSheet({ leave }: Leaving) {
  const t = useT();
  useEffect(() => {
    toast({ tone: 'failed', title: t('common.error'), text: t('error.network') });
    leave();
  });
  return null;
}

/** Nobody is kept waiting for it without a connection. */
function OnItsWay({ leave }: Leaving) {
  const t = useT();
  if (useOffline()) return <NoSheet leave={leave} />;
  return (
    <Dialog title={t('find.open')} onClose={leave}>
      <LoadingText />
    </Dialog>
  );
}
