/** Shows one message at a time: 5 s, or until its action is used, swipe right 50 px, F8 moves focus to it, gone one second after it is dismissed (Spec 1 §9). */
import { Toast } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useTopDialog } from '../kit/dialogs.ts';
import { useT } from '../kit/i18n.tsx';
import { dismissToast, noteOnScreen, pressedBox, type ToastMessage } from '../kit/toasts.ts';
import { X } from './icons.tsx';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

const GAP_PX = 8;

/** Where the focus of whoever uses keys is, with the entry that it names, if in something small enough not to be covered. */
function focusedBox(place: HTMLElement): DOMRect | null {
  const focused = document.activeElement;
  // Focus that a finger left behind is looked for by nobody.
  if (!focused?.matches(':is(a, button, input, select, textarea):focus-visible') || place.contains(focused))
    return null;
  const entry = focused.closest('article')?.getBoundingClientRect();
  return entry && entry.height < innerHeight / 2 ? entry : focused.getBoundingClientRect();
}

/** Moves a message that would cover what was pressed, has focus or stays at the foot of the screen to lead on: right above it, or below where there is no room, and not over another of them. */
function keepOff(message: HTMLElement | null): void {
  const place = message?.parentElement;
  if (!place) return;
  place.style.bottom = '';
  const { top, left, right, height } = place.getBoundingClientRect();
  const bar = document.querySelector('[data-keep-clear]')?.getBoundingClientRect();
  const boxes = [focusedBox(place), pressedBox(), bar].filter((box) => !!box);
  const coveredAt = (at: number) =>
    boxes.filter((box) => right >= box.left && left <= box.right && at + height >= box.top && at <= box.bottom);
  const [first, ...others] = coveredAt(top);
  if (!first) return;
  const lowest = innerHeight - GAP_PX - height;
  const beside = [first, ...others, ...boxes].flatMap((box) => [
    ...(box.top > height + GAP_PX ? [box.top - GAP_PX - height] : []),
    Math.min(box.bottom + GAP_PX, lowest),
  ]);
  // Where nothing is free, what matters most stays in sight.
  const chosen = beside.find((at) => coveredAt(at).length === 0) ?? beside.find((at) => !coveredAt(at).includes(first));
  place.style.bottom = `${innerHeight - height - (chosen ?? lowest)}px`;
}

const tones = { done: 'border-l-olive', failed: 'border-l-alert', note: 'border-l-brand' } as const;

export function Toaster({ message }: { message: ToastMessage }) {
  const t = useT();
  const host = useTopDialog() ?? document.body;
  // The voice has said it: what the library would say besides is put where nobody hears it.
  const [unheard] = useState(() => new DocumentFragment());
  return createPortal(
    <Toast.Provider
      duration={SHOWN_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label={t('a11y.notification')}
      announcerContainer={unheard}
    >
      <OneToast key={message.id} message={message} />
      <Toast.Viewport
        data-messages=""
        // Where the last message was closed by a key the library goes to the list, which is about to go too.
        inert={message.isLeaving}
        label={t('a11y.notificationsRegion', { hotkey: 'F8' })}
        className="fixed inset-x-3 bottom-[calc(84px+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-md flex-col rounded-2xl [dialog_&]:bottom-[calc(0.75rem+env(safe-area-inset-bottom))] md:bottom-6 md:left-auto md:right-6 md:mx-0"
      />
    </Toast.Provider>,
    host,
  );
}

/** It stays mounted while it fades, and what it covers can be reached at once. */
function OneToast({ message }: { message: ToastMessage }) {
  const t = useT();
  const { id, isLeaving, action } = message;
  const box = useRef<HTMLLIElement>(null);
  const isEscape = useRef(false);
  const { pathname } = useLocation();
  const isThere = action?.leadsTo === pathname || message.goesTo === pathname;
  useEffect(() => {
    if (isThere) dismissToast(id);
  }, [isThere, id]);
  useEffect(() => noteOnScreen(id), [id]);
  useEffect(() => {
    const move = ({ target }: FocusEvent) => {
      // It stays under the finger that presses in it.
      if (target instanceof Node && box.current?.parentElement?.contains(target)) return;
      // Once the browser has scrolled to it.
      requestAnimationFrame(() => keepOff(box.current));
    };
    document.addEventListener('focusin', move);
    return () => document.removeEventListener('focusin', move);
  }, []);
  useEffect(() => {
    // What it covers can be seen without waiting; in a dialog Escape belongs to the dialog.
    const key = (event: KeyboardEvent) => {
      isEscape.current = false;
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
        dismissToast(id);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [id]);
  return (
    <Toast.Root
      ref={(own) => {
        box.current = own;
        keepOff(own);
      }}
      open={!isLeaving}
      duration={action ? Number.POSITIVE_INFINITY : SHOWN_MS}
      onEscapeKeyDown={() => {
        isEscape.current = true;
      }}
      // The library would let every Escape close it; which ones may is said above.
      onOpenChange={(open) => !open && !isEscape.current && dismissToast(id)}
      forceMount
      type="foreground"
      className={`flex items-start gap-3 rounded-2xl border border-l-4 border-line bg-surface p-4 pr-2 text-ink shadow-lift ${tones[message.tone]} data-[state=open]:animate-rise data-[state=closed]:animate-leave swiped`}
    >
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold">{message.title}</Toast.Title>
        {message.text && <Toast.Description className="text-sm text-quiet">{message.text}</Toast.Description>}
        {action && (
          <Toast.Action
            altText={action.label}
            onClick={action.run}
            className="mt-2 inline-flex min-h-11 items-center rounded-full bg-raised px-4 text-sm font-semibold text-brand"
          >
            {action.label}
          </Toast.Action>
        )}
      </div>
      <Toast.Close
        aria-label={t('common.close')}
        className="grid size-11 shrink-0 -my-2 place-items-center rounded-full text-quiet hover:bg-raised"
      >
        <X size={18} />
      </Toast.Close>
    </Toast.Root>
  );
}
