/** Short messages, one at a time; the box that shows them is loaded with the first one. */
import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  id: number;
  title: string;
  text?: string | undefined;
  tone: 'done' | 'failed' | 'note';
  action?: { label: string; run: () => void } | undefined;
}

/** Spec 1 §9. Milliseconds and pixels. */
export const TOAST_MS = 5000;
export const TOAST_REMOVE_MS = 1000;
export const TOAST_SWIPE_PX = 50;

let current: ToastMessage | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(message: ToastMessage | null): void {
  current = message;
  for (const tell of listeners) tell();
}

/** Shows a message; the one on screen gives way. */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  count += 1;
  set({ ...message, id: count });
}

/** Takes away the message with this id, if it is still the one. */
export function dropToast(id: number): void {
  if (current?.id === id) set(null);
}

export function useToast(): ToastMessage | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => current,
    () => null,
  );
}

let dialogs: readonly HTMLDialogElement[] = [];

/** An open modal dialog covers and disables everything else, so messages have to show inside it. */
export function enterDialog(dialog: HTMLDialogElement): void {
  dialogs = [...dialogs, dialog];
  for (const tell of listeners) tell();
}

export function leaveDialog(dialog: HTMLDialogElement): void {
  dialogs = dialogs.filter((other) => other !== dialog);
  for (const tell of listeners) tell();
}

/** The dialog on top, or null. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => dialogs.at(-1) ?? null,
    () => null,
  );
}
