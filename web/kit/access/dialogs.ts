/** The open modal dialogs, the top one last. While there is one, the page behind does not scroll. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(dialogs: readonly HTMLDialogElement[]): void {
  open = dialogs;
  document.documentElement.classList.toggle('overflow-hidden', open.length > 0);
  for (const listener of listeners) listener();
}

export const enterDialog = (dialog: HTMLDialogElement) => set([...open, dialog]);

export const leaveDialog = (dialog: HTMLDialogElement) => set(open.filter((other) => other !== dialog));

/** The top dialog, or null. Everything outside it is inert. */
export const topDialog = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** The same as a hook, for what has to be rendered inside it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    topDialog,
    () => null,
  );
}

/** Whether the control is in a dialog that is just opening, and has focus only because of that. */
export function isOpening(control: Element): boolean {
  const dialog = control.closest('dialog');
  return dialog !== null && !open.includes(dialog);
}
