/** A form in a dialog, also in one that stands in another. */
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Area } from '#core/i18n/areas.ts';
import { ErrorBoundary } from '#web/kit/error-boundary.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { lazily } from '#web/kit/lazily.tsx';
import { type Loss, TypedContext } from '#web/kit/typed.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Problem } from '../problem.tsx';
import { Waiting } from '../waiting.tsx';

/** A form for a dialog: fetched with its words when the dialog opens. */
export const lazyForm = <Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  words: readonly Area[] = [],
) => lazily(fetchIt, ['forms', ...words]);

/** Asks before it throws away what was typed, or what is shown once. */
export function FormDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useT();
  const typed = useRef<Loss>(null);
  const [asked, ask] = useState<Loss | null>(null);
  return (
    <Dialog isForm title={title} onClose={() => (typed.current ? ask(typed.current) : onClose())}>
      <ErrorBoundary fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
        <Suspense fallback={<Waiting level="h2" />}>
          <TypedContext value={typed}>{children}</TypedContext>
        </Suspense>
      </ErrorBoundary>
      {asked && (
        <Dialog title={asked.title} onClose={() => ask(null)}>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button look="quiet" onClick={onClose}>
              {asked.leave}
            </Button>
            <Button data-first="" onClick={() => ask(null)}>
              {asked.stay}
            </Button>
          </div>
        </Dialog>
      )}
    </Dialog>
  );
}
