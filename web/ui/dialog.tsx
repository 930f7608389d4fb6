/**
 * A modal on the native dialog element: focus moves in, stays in and returns; Escape, the Back gesture of a phone and a
 * click on the backdrop close it. Dialogs may be nested.
 */

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { LiveRegion } from '#web/kit/access/announce.tsx';
import { enterDialog, leaveDialog } from '#web/kit/access/dialogs.ts';
import { focusOn, focusPage } from '#web/kit/access/focus.ts';
import { isRepeatClick } from '#web/kit/access/repeat-click.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { IconButton } from './button.tsx';
import { X } from './icons.ts';

interface Props {
  title: string;
  /** Language of the title, where it is not the page's. */
  lang?: string | undefined;
  /** Without a title line, where the content has its own heading. */
  bare?: boolean;
  /** Covers the screen, light in every theme. */
  isFullScreen?: boolean;
  /** Focuses its title while it has no field. */
  isForm?: boolean;
  /** Called on every attempt to close; the parent may keep it open. */
  onClose: () => void;
  children: ReactNode;
}

/** A bottom sheet on phones, centred on wide screens. Mounted means open. */
export function Dialog({ title, lang, bare = false, isFullScreen = false, isForm = false, onClose, children }: Props) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref, isForm);
  // A portal, because forms cannot be nested.
  return createPortal(
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      {...useClosing(ref, onClose)}
      className={`fixed border border-transparent m-0 w-full max-w-none animate-rise overflow-y-auto overscroll-contain scroll-pt-20 text-ink ${isFullScreen ? 'inset-0 h-dvh max-h-none always-light' : 'inset-x-0 bottom-0 top-auto max-h-[92dvh] rounded-t-[1.5rem] bg-ground shadow-lift backdrop:bg-night/55 sm:inset-0 sm:m-auto sm:h-fit sm:max-w-xl sm:rounded-[1.5rem]'}`}
    >
      <div className={`flex flex-col ${bare ? '' : 'p-5'}`}>
        <div className="sticky top-3 z-10 h-0">
          <IconButton
            label={t('a11y.closeDialog')}
            onClick={onClose}
            className={`absolute right-0 bg-surface shadow-card ${bare ? 'mr-3' : ''}`}
          >
            <X size={20} />
          </IconButton>
        </div>
        {/* Not `aria-label`, which cannot have a language. */}
        {bare ? (
          <span id={titleId} lang={lang} hidden>
            {title}
          </span>
        ) : (
          <h2
            id={titleId}
            lang={lang}
            className={`-mx-5 -mt-5 mb-1 flex min-h-18 items-center pb-2 pl-5 pr-17 pt-5 text-xl ${isFullScreen ? '' : 'tall:sticky -top-2 z-[9] bg-ground'}`}
          >
            {title}
          </h2>
        )}
        {children}
        {bare && <div aria-hidden="true" className="fading pointer-events-none sticky bottom-0 -mt-10 h-10 shrink-0" />}
        <LiveRegion />
      </div>
    </dialog>,
    document.body,
  );
}

/** The heading of a step, else the first visible field. */
const FIELDS = 'form :is(h3[tabindex], input:not([hidden], [type=hidden]), select, textarea)';
const titleOf = (dialog: Element) => dialog.querySelector<HTMLElement>('h2');

/** What gets focus on opening: the safe answer, the title of a form with an introduction, else the first field. */
export function initialFocusOf(dialog: Element): HTMLElement | null {
  const title = dialog.querySelector('form[data-has-introduction]') && titleOf(dialog);
  return title || dialog.querySelector<HTMLElement>(`[data-first], ${FIELDS}`);
}

type DialogRef = React.RefObject<HTMLDialogElement | null>;

/** The focused element before each dialog opened. */
const openers = new WeakMap<Element, Element | null>();

/** The opener; where that was in a dialog closed meanwhile, the opener of that one. */
function returnTarget(opener: Element | null | undefined): Element | null {
  const closed = opener?.closest('dialog:not([open])');
  return closed ? returnTarget(openers.get(closed)) : (opener ?? null);
}

/** Opens the dialog on mount; returns focus on unmount. */
function useModal(ref: DialogRef, isForm: boolean): void {
  // A layout effect: runs before the element is removed, which would trigger focus management.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog) return;
    dialog.showModal();
    openers.set(dialog, opener);
    const target = initialFocusOf(dialog) ?? (isForm ? titleOf(dialog) : null);
    // Else the browser focuses the close button.
    if (target) focusOn(target);
    dialog.scrollTop = 0;
    enterDialog(dialog);
    return () => {
      leaveDialog(dialog);
      dialog.close();
      const back = returnTarget(opener);
      // Nothing had focus when the page was loaded with the dialog open.
      if (back === document.body) focusPage();
      else if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    };
  }, [ref, isForm]);
}

/** Handlers for all ways to close this dialog, ignoring events of nested ones. */
function useClosing(ref: DialogRef, onClose: () => void) {
  const isOnBackdrop = useRef(false);
  const isOwn = (event: SyntheticEvent) => event.target === ref.current;
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
      event.preventDefault();
      onClose();
    },
    onCancel: (event: SyntheticEvent) => {
      if (!isOwn(event) || !event.cancelable) return;
      event.preventDefault();
      onClose();
    },
    // Browsers force the close on a second attempt after a prevented one.
    onClose: (event: SyntheticEvent) => {
      if (!isOwn(event) || ref.current?.open) return;
      ref.current?.showModal();
      onClose();
    },
    // Only a click that starts and ends on the backdrop: text selection often ends outside.
    onPointerDown: (event: SyntheticEvent) => {
      isOnBackdrop.current = isOwn(event);
    },
    onPointerUp: (event: SyntheticEvent) => {
      isOnBackdrop.current &&= isOwn(event);
    },
    // The second click of a double click on what opened it lands here.
    onClick: (event: MouseEvent) => {
      if (isOwn(event) && isOnBackdrop.current && !isRepeatClick(event)) onClose();
    },
  };
}
