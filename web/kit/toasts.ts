/** Short messages, one at a time; the box that shows them is loaded with the first one. */
import { useSyncExternalStore } from 'react';
import { inSentences, type Part, say } from './voice.tsx';

export interface ToastMessage {
  id: number;
  title: string;
  text?: string | undefined;
  /** Said besides, as the first thing: what it is about, to who may not find that on the screen in time. */
  saidToo?: Part | undefined;
  /** What has got focus says it already. */
  isHeard?: boolean;
  tone: 'done' | 'failed' | 'note';
  /** With one it stays until that is used, or one is where it leads. */
  action?: { label: string; run: () => void; leadsTo?: string } | undefined;
  /** Says why one may be led there at once: where it leads it stays for the usual time, and offers nothing. */
  isReason?: boolean;
  /** It goes by itself to this path, and the message has done its work there. */
  goesTo?: string;
  /** Dismissed, and on its way out. */
  isLeaving: boolean;
  /** Its box, which may have to be fetched, shows it. */
  isOnScreen: boolean;
}

/** Spec 1 §9: how long a dismissed message takes to go, in ms; its animation `leave` is as long. */
const LEAVING_MS = 1000;

let current: ToastMessage | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(message: ToastMessage | null): void {
  current = message;
  for (const tell of listeners) tell();
}

/** Shows a message and says it, unless it is heard anyway; the one on screen gives way. */
export function toast(message: Omit<ToastMessage, 'id' | 'isLeaving' | 'isOnScreen'>): void {
  count += 1;
  set({ ...message, id: count, isLeaving: false, isOnScreen: false });
  const { title, text, saidToo, action, isHeard } = message;
  if (!isHeard) say(inSentences(title, saidToo?.text, text, action?.label), { part: saidToo });
}

/** The id of the message that was shown last. */
export const latestToast = (): number => count;

/** The box says that it shows the message with this id. */
export function noteOnScreen(id: number): void {
  if (current?.id === id && !current.isOnScreen) set({ ...current, isOnScreen: true });
}

/** Lets the message with this id go, if it is still the one. */
export function dismissToast(id: number): void {
  if (current?.id !== id || current.isLeaving) return;
  set({ ...current, isLeaving: true });
  setTimeout(() => current?.id === id && set(null), LEAVING_MS);
}

/** Does what the message with this id offers, once. */
export function takeOffer(id: number): void {
  if (current?.id !== id || current.isLeaving) return;
  const { action } = current;
  dismissToast(id);
  action?.run();
}

/** Lets the message with this id go if it leads to what the page offers too. */
export function dismissToastTo(path: string, id: number): void {
  if (current?.action?.leadsTo === path) dismissToast(id);
}

/** Where the action of the message with this id leads, once that is known. */
export function leadToastTo(path: string, id: number): void {
  if (current?.id === id && current.action) set({ ...current, action: { ...current.action, leadsTo: path } });
}

/** Something came that it must not cover: it looks for its place anew. */
export function moveToast(): void {
  if (current && !current.isLeaving) set({ ...current });
}

/** Whether somebody has just been told why they may be led on. */
export const isReasonSaid = (): boolean => current?.isReason === true && !current.isLeaving;

/** Who is signed in again need not read why they were not. */
export function dismissReason(): void {
  if (current && isReasonSaid()) dismissToast(current.id);
}

/** As on a page that was just loaded. */
export function forgetToasts(): void {
  if (current) set(null);
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

/** Whether a message can be read at this moment. */
export function useIsOnScreen(id: number | null): boolean {
  const message = useToast();
  return message !== null && message.id === id && message.isOnScreen && !message.isLeaving;
}
