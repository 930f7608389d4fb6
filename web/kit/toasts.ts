/** Toasts: short messages, one at a time. The component that shows them is loaded with the first one. */
import { isCancelledError } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '#core/contract/call.ts';
import type { Translate } from '#core/i18n/t.ts';
import { announce, joinSentences, type Part } from './access/announce.tsx';

export interface ToastMessage {
  id: number;
  title: string;
  text?: string | undefined;
  /** The subject, announced after the title. */
  announceFirst?: Part | undefined;
  /** Already announced by the focused element. */
  isAnnounced?: boolean;
  tone: 'done' | 'failed' | 'note';
  /** With an action it stays until that is used or its target page is shown. */
  action?: { label: string; run: () => void; leadsTo?: string } | undefined;
  /** Shown for the usual time in spite of its action, which can be done elsewhere too. */
  isBrief?: boolean;
  /** Explains a redirect: shown for the usual time on the target page, without its action. */
  isReason?: boolean;
  /** Path of a redirect that follows; dismissed there. */
  goesTo?: string;
  /** Dismissed and fading out. */
  isLeaving: boolean;
  /** Rendered by the toaster, which may have to be loaded first. */
  isOnScreen: boolean;
}

/** Spec 1 §9: duration of the fade-out in ms, as the animation `leave`. */
const LEAVING_MS = 1000;

let current: ToastMessage | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(message: ToastMessage | null): void {
  current = message;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the current one and announces it. */
export function toast(message: Omit<ToastMessage, 'id' | 'isLeaving' | 'isOnScreen'>): void {
  count += 1;
  set({ ...message, id: count, isLeaving: false, isOnScreen: false });
  const { title, text, announceFirst, action, isAnnounced } = message;
  if (!isAnnounced) announce(joinSentences(title, announceFirst?.text, text, action?.label), { part: announceFirst });
}

/** The id of the latest toast. */
export const latestToast = (): number => count;

/** Called by the toaster once it shows the toast with this id. */
export function markToastShown(id: number): void {
  if (current?.id === id && !current.isOnScreen) set({ ...current, isOnScreen: true });
}

/** Dismisses the toast with this id, if it is the current one. */
export function dismissToast(id: number): void {
  if (current?.id !== id || current.isLeaving) return;
  set({ ...current, isLeaving: true });
  setTimeout(() => current?.id === id && set(null), LEAVING_MS);
}

/** Runs the action of the toast with this id, once. */
export function runToastAction(id: number): void {
  if (current?.id !== id || current.isLeaving) return;
  const { action } = current;
  dismissToast(id);
  action?.run();
}

/** Dismisses the toast with this id if its action leads to a path that the page offers too. */
export function dismissToastLeadingTo(path: string, id: number): void {
  if (current?.action?.leadsTo === path) dismissToast(id);
}

/** Sets the target path of the action of the toast with this id. */
export function setToastTarget(path: string, id: number): void {
  if (current?.id === id && current.action) set({ ...current, action: { ...current.action, leadsTo: path } });
}

/** Repositions the current toast after an element appeared that it must not cover. */
export function repositionToast(): void {
  if (current && !current.isLeaving) set({ ...current });
}

/** Whether a toast that explains a redirect is shown. */
export const isReasonSaid = (): boolean => current?.isReason === true && !current.isLeaving;

/** Dismisses a toast that explains a redirect. */
export function dismissReason(): void {
  if (current && isReasonSaid()) dismissToast(current.id);
}

/** For tests: the state of a page that was just loaded. */
export function resetToasts(): void {
  if (current) set(null);
}

export function useToast(): ToastMessage | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}

/** Whether the toast with this id is readable now. */
export function useIsOnScreen(id: number | null): boolean {
  const message = useToast();
  return message !== null && message.id === id && message.isOnScreen && !message.isLeaving;
}

/** Why a fetch failed: the server's reason, overload, or no connection. */
export function reasonOf(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.network');
  return error.said ?? t('error.serverBusy');
}

/**
 * Shows why a call failed: the server's reason where it refused, else `text`; `action` offers a remedy. Nothing is shown for
 * an ended session, which has its own toast, or a cancelled query. Returns the shown text.
 */
export function toastFailure(
  error: unknown,
  { t, text, title, action }: { t: Translate; text: string; title?: string; action?: ToastMessage['action'] },
): string | null {
  if (isCancelledError(error)) return null;
  const refusal = error instanceof ApiError && error.status < 500 ? error : null;
  if (refusal?.status === 401) return null;
  const reason = refusal?.said ?? text;
  toast({ tone: 'failed', title: title ?? t('common.error'), text: reason, action });
  return reason;
}
