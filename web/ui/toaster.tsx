/** Shows one toast at a time (Spec 1 §9): 5 s, or until its action is used; swipe right 50 px to dismiss; F8 focuses it; fades out in one second. */
import { Toast } from 'radix-ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { avoidOverlap, onFocusOrLayoutChange } from '#web/kit/access/avoid-overlap.ts';
import { useTopDialog } from '#web/kit/access/dialogs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { dismissToast, markToastShown, runToastAction, type ToastMessage } from '#web/kit/toasts.ts';
import { X } from './icons.ts';

const SHOWN_MS = 5000;
const SWIPE_PX = 50;

/** Such as the ticket of an order, the main button of a page or dialog, field errors and the connection banner. */
const KEPT_CLEAR = '[data-keep-clear], [data-bottom-bar]:not([inert]), dialog [type=submit]';

const tones = { done: 'border-l-olive', failed: 'border-l-alert', note: 'border-l-ink' } as const;

export function Toaster({ message }: { message: ToastMessage }) {
  const t = useT();
  const host = useTopDialog() ?? document.body;
  // Already announced: the library's own announcement is rendered outside the document.
  const [detached] = useState(() => new DocumentFragment());
  return createPortal(
    <Toast.Provider
      duration={SHOWN_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
      label={t('a11y.notification')}
      announcerContainer={detached}
    >
      <OneToast key={message.id} message={message} />
      <Toast.Viewport
        data-messages=""
        // The library focuses the list after a dismissal by keyboard, but it is about to be unmounted.
        inert={message.isLeaving}
        label={t('a11y.notificationsRegion', { hotkey: 'F8' })}
        className="fixed inset-x-3 bottom-[calc(84px+env(safe-area-inset-bottom))] z-60 mx-auto flex max-w-md flex-col rounded-2xl [dialog_&]:bottom-[calc(0.75rem+env(safe-area-inset-bottom))] md:bottom-6 md:left-auto md:right-6 md:mx-0"
      />
    </Toast.Provider>,
    host,
  );
}

/** Stays mounted while it fades out. */
function OneToast({ message }: { message: ToastMessage }) {
  const t = useT();
  const { id, isLeaving } = message;
  const box = useRef<HTMLLIElement>(null);
  const isEscape = useRef(false);
  const { pathname } = useLocation();
  const isThere = [message.action?.leadsTo, message.goesTo].includes(pathname);
  const isDone = isThere && !message.isReason;
  const action = isThere && !isDone ? undefined : message.action;
  useEffect(() => {
    if (isDone) dismissToast(id);
  }, [isDone, id]);
  useEffect(() => markToastShown(id), [id]);
  const place = () => box.current?.parentElement;
  const isPlaced = useRef(false);
  const placeToast = () => {
    const list = place();
    if (list) avoidOverlap(list, { isNew: !isPlaced.current, others: KEPT_CLEAR });
    isPlaced.current = true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per toast
  useEffect(() => onFocusOrLayoutChange(place, placeToast), []);
  const replace = useEffectEvent(placeToast);
  useEffect(() => {
    if (!message.isLeaving) replace();
  }, [message]);
  useEffect(() => {
    // Escape dismisses it, except in a dialog, where it closes the dialog.
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
        placeToast();
      }}
      open={!isLeaving}
      duration={action && !message.isBrief ? Number.POSITIVE_INFINITY : SHOWN_MS}
      onEscapeKeyDown={() => {
        isEscape.current = true;
      }}
      // The library would dismiss it on every Escape.
      onOpenChange={(open) => !open && !isEscape.current && dismissToast(id)}
      forceMount
      type="foreground"
      className={`flex items-center gap-2 rounded-2xl border border-l-4 border-line bg-surface py-[min(0.75rem,3vw)] pl-[min(1rem,4vw)] pr-2 text-ink shadow-lift ${tones[message.tone]} data-[state=open]:animate-rise data-[state=closed]:animate-leave swiped`}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {/* Two lines; only the reason of a failure may need more. */}
        <div
          className={`min-w-0 flex-[1_1_12rem] leading-snug max-sm:text-fitted-sm ${message.tone === 'failed' ? '' : 'line-clamp-2'}`}
        >
          <Toast.Title className="inline font-semibold">{message.title}</Toast.Title>
          {message.text && ' '}
          {message.text && <Toast.Description className="inline text-sm text-muted">{message.text}</Toast.Description>}
        </div>
        {action && (
          <Toast.Action
            altText={action.label}
            onClick={() => runToastAction(id)}
            className="inline-flex min-h-11 shrink-0 items-center rounded-full bg-raised px-4 text-sm font-semibold text-brand max-sm:text-fitted-sm"
          >
            {action.label}
          </Toast.Action>
        )}
      </div>
      <Toast.Close
        aria-label={t('common.close')}
        className="grid size-[44px] shrink-0 -my-2 place-items-center rounded-full text-muted hover:bg-raised"
      >
        <X size={18} />
      </Toast.Close>
    </Toast.Root>
  );
}
