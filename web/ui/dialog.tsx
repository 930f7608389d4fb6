/** A modal dialog on the browser's own element: focus moves in, stays in and returns; Escape and the backdrop close it. */

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { enterDialog, leaveDialog, useToast } from '#web/kit/toasts.ts';
import { IconButton } from './button.tsx';
import { X } from './icons.tsx';

interface Props {
  title: string;
  /** Hides the title line where the content carries its own heading. */
  bare?: boolean;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet from below on phones, centred on wide screens. Mounted means open. */
export function Dialog({ title, bare = false, closeLabel, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    if (dialog) enterDialog(dialog);
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      document.documentElement.classList.remove('overflow-hidden');
      if (dialog) leaveDialog(dialog);
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the element handles itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className="fixed inset-x-0 bottom-0 top-auto m-0 max-h-[92dvh] w-full max-w-none animate-rise overflow-y-auto overscroll-contain rounded-t-[1.5rem] bg-ground text-ink shadow-lift backdrop:bg-night/55 sm:inset-0 sm:m-auto sm:h-fit sm:max-w-xl sm:rounded-[1.5rem]"
    >
      <div className={bare ? '' : 'p-5'}>
        <div className={bare ? 'sr-only' : 'mb-3 flex min-h-11 items-center pr-12'}>
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
        </div>
        {children}
        <IconButton label={closeLabel} onClick={onClose} className="absolute right-3 top-3 z-10 bg-surface shadow-card">
          <X size={20} />
        </IconButton>
        <SpokenMessage />
      </div>
    </dialog>
  );
}

/** While a dialog is open, the rest of the page is silent to a screen reader; so the dialog says the messages itself. */
function SpokenMessage() {
  const message = useToast();
  return (
    <p role="status" className="sr-only">
      {message && [message.title, message.text].filter(Boolean).join('. ')}
    </p>
  );
}
