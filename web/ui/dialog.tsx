/**
 * A modal dialog on the browser's own element: focus moves in, stays in and returns; Escape, the way back of a phone
 * and a press on the backdrop close it. One may stand in another: they close one at a time.
 */

import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { enterDialog, leaveDialog } from '#web/kit/dialogs.ts';
import { focusOn } from '#web/kit/focus.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Voice } from '#web/kit/voice.tsx';
import { IconButton } from './button.tsx';
import { X } from './icons.tsx';

interface Props {
  title: string;
  /** Of the title, where it is not the page's. */
  lang?: string | undefined;
  /** Without a title line, where the content carries its own heading: a dialog has one. */
  bare?: boolean;
  /** Begun at its title while it has no field. */
  isForm?: boolean;
  /** Asks to be closed; who shows the dialog may keep it open. */
  onClose: () => void;
  children: ReactNode;
}

/** A sheet from below on phones, centred on wide screens. Mounted means open. */
export function Dialog({ title, lang, bare = false, isForm = false, onClose, children }: Props) {
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(ref, isForm);
  // In a place of its own, since a form cannot stand in a form.
  return createPortal(
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      {...useClosing(ref, onClose)}
      className="fixed inset-x-0 border border-transparent bottom-0 top-auto m-0 max-h-[92dvh] w-full max-w-none animate-rise overflow-y-auto overscroll-contain rounded-t-[1.5rem] bg-ground text-ink shadow-lift backdrop:bg-night/55 sm:inset-0 sm:m-auto sm:h-fit sm:max-w-xl sm:rounded-[1.5rem]"
    >
      <div className={`flex flex-col ${bare ? '' : 'p-5'}`}>
        {/* It stays while the rest scrolls under it. */}
        <div className="sticky top-3 z-10 h-0">
          <IconButton
            label={t('a11y.closeDialog')}
            onClick={onClose}
            className={`absolute right-0 bg-surface shadow-card ${bare ? 'mr-3' : ''}`}
          >
            <X size={20} />
          </IconButton>
        </div>
        {/* An attribute could not say in which language it is. */}
        {bare ? (
          <span id={titleId} lang={lang} hidden>
            {title}
          </span>
        ) : (
          <h2 id={titleId} lang={lang} className="mb-3 flex min-h-11 items-center pr-12 text-xl">
            {title}
          </h2>
        )}
        {children}
        {bare && <div aria-hidden="true" className="fading pointer-events-none sticky bottom-0 -mt-10 h-10 shrink-0" />}
        <Voice />
      </div>
    </dialog>,
    document.body,
  );
}

/** At the heading of a step, else at the first field that is seen. */
const FIELDS = 'form :is(h3[tabindex], input:not([hidden], [type=hidden]), select, textarea)';
const titleOf = (dialog: Element) => dialog.querySelector<HTMLElement>('h2');

/** Where it is begun: at the safe answer, at its title where a form is to be read first, else at what is to be filled in. */
export function beginningOf(dialog: Element): HTMLElement | null {
  const told = dialog.querySelector('form[data-told]') && titleOf(dialog);
  return told || dialog.querySelector<HTMLElement>(`[data-first], ${FIELDS}`);
}

type DialogRef = React.RefObject<HTMLDialogElement | null>;

/** What had focus before each opened. */
const openers = new WeakMap<Element, Element | null>();

/** A dialog that is gone itself hands on to what opened it. */
function backTo(opener: Element | null | undefined): Element | null {
  const closed = opener?.closest('dialog:not([open])');
  return closed ? backTo(openers.get(closed)) : (opener ?? null);
}

/** Opens what was mounted; focus goes back to where it was. */
function useModal(ref: DialogRef, isForm: boolean): void {
  // Before it leaves the page: focus that has gone with it would be handed on.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    if (!dialog) return;
    dialog.showModal();
    openers.set(dialog, opener);
    const beginning = beginningOf(dialog) ?? (isForm ? titleOf(dialog) : null);
    // Else the way out has it; nothing is scrolled to.
    if (beginning) focusOn(beginning);
    dialog.scrollTop = 0;
    enterDialog(dialog);
    return () => {
      leaveDialog(dialog);
      dialog.close();
      const back = backTo(opener);
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    };
  }, [ref, isForm]);
}

/** All the ways in which a reader closes a dialog, each meant for this one and not for one that stands in it. */
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
    // The browser closes it without asking when it was asked to stay open before.
    onClose: (event: SyntheticEvent) => {
      if (!isOwn(event) || ref.current?.open) return;
      ref.current?.showModal();
      onClose();
    },
    // Only a press that begins and ends there: marking a text often ends outside.
    onPointerDown: (event: SyntheticEvent) => {
      isOnBackdrop.current = isOwn(event);
    },
    onPointerUp: (event: SyntheticEvent) => {
      isOnBackdrop.current &&= isOwn(event);
    },
    onClick: (event: SyntheticEvent) => {
      if (isOwn(event) && isOnBackdrop.current) onClose();
    },
  };
}
