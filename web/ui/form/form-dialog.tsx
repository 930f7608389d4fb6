/** Forms in dialogs, and prompts before unsaved input is discarded. */
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Area } from '#core/i18n/areas.ts';
import {
  type DiscardPrompt,
  RequestCloseContext,
  UnsavedChangesContext,
  UnsavedFormsContext,
  useLeaveGuard,
} from '#web/kit/forms/unsaved-changes.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { Button, type Variant } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingFallback } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

/** A form for a dialog, loaded with its messages when the dialog opens. */
export const lazyForm = <Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  words: readonly Area[] = [],
) => lazyWithRetry(fetchIt, ['forms', ...words]);

interface ConfirmProps {
  title: string;
  /** Label of the button that discards. */
  leave: string;
  stay: string;
  onLeave: () => void;
  onStay: () => void;
}

function ConfirmDiscard({ title, leave, stay, onLeave, onStay }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onStay}>
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button variant="secondary" onClick={onLeave}>
          {leave}
        </Button>
        <Button data-first="" onClick={onStay}>
          {stay}
        </Button>
      </div>
    </Dialog>
  );
}

/** A dialog that asks before it discards input, or what is shown only once. */
export function FormDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useT();
  const unsaved = useRef<DiscardPrompt>(null);
  const [prompt, setPrompt] = useState<DiscardPrompt | null>(null);
  const requestClose = () => (unsaved.current ? setPrompt(unsaved.current) : onClose());
  return (
    <Dialog isForm title={title} onClose={requestClose}>
      <ErrorBoundary fallback={(retry) => <Problem text={t('error.network')} retry={retry} />}>
        <Suspense fallback={<LoadingFallback level="h2" />}>
          <RequestCloseContext value={requestClose}>
            <UnsavedChangesContext value={unsaved}>{children}</UnsavedChangesContext>
          </RequestCloseContext>
        </Suspense>
      </ErrorBoundary>
      {prompt && <ConfirmDiscard {...prompt} onLeave={onClose} onStay={() => setPrompt(null)} />}
    </Dialog>
  );
}

interface FormButtonProps {
  /** Label of the button and title of the dialog. */
  title: string;
  variant?: Variant;
  className?: string;
  /** Renders the form, a `lazyForm`, which closes its dialog when it is done. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form in a dialog. */
export function FormButton({ title, children, ...button }: FormButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <FormDialog title={title} onClose={close}>
          {children(close)}
        </FormDialog>
      )}
    </>
  );
}

/** Wraps the forms of a page and asks before navigation discards unsaved changes; `onDiscard` is called then. */
export function LeaveGuard({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }) {
  const t = useT();
  const { isAsking, report, stay, leave } = useLeaveGuard();
  const [stableReport] = useState(() => report);
  return (
    <UnsavedFormsContext value={stableReport}>
      {children}
      {isAsking && (
        <ConfirmDiscard
          title={t('form.leave.title')}
          leave={t('form.leave.action')}
          stay={t('form.discard.keep')}
          onLeave={() => {
            onDiscard();
            leave();
          }}
          onStay={stay}
        />
      )}
    </UnsavedFormsContext>
  );
}
