/** The modal dialogs that are open, the one on top last. While there is one, the page behind does not scroll. */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function set(dialogs: readonly HTMLDialogElement[]): void {
  open = dialogs;
  document.documentElement.classList.toggle('overflow-hidden', open.length > 0);
  for (const tell of listeners) tell();
}

export const enterDialog = (dialog: HTMLDialogElement) => set([...open, dialog]);

export const leaveDialog = (dialog: HTMLDialogElement) => set(open.filter((other) => other !== dialog));

/** The dialog on top, or null: it covers, disables and silences everything else. */
export const topDialog = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** The same, for messages, which have to show inside it. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    topDialog,
    () => null,
  );
}

/** Whether it stands in a dialog that is being opened, and got focus by that alone. */
export function isOpening(control: Element): boolean {
  const dialog = control.closest('dialog');
  return dialog !== null && !open.includes(dialog);
}
