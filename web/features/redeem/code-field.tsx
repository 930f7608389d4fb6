import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { allowSound } from './sound.ts';

/** A code typed by hand or by a scanner that acts as a keyboard; sent as typed, the server reads it. */
export function CodeField({
  field,
  onCode,
}: {
  field: RefObject<HTMLInputElement | null>;
  onCode: (code: string) => void;
}) {
  const t = useT();
  return (
    <form
      data-keep-clear=""
      className="flex flex-col gap-1.5 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
      onSubmit={(event) => {
        event.preventDefault();
        const code = field.current?.value.trim() ?? '';
        allowSound();
        if (!field.current || code === '') return;
        field.current.value = '';
        onCode(code);
      }}
    >
      <label htmlFor="voucher-code" className="text-sm font-semibold">
        {t('redeem.type')}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={field}
          id="voucher-code"
          aria-describedby="voucher-code-hint"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={500}
          placeholder="XXXX-XXXX-X"
          // Not of the form's fields, which are three times as large as this page.
          className="h-13 min-w-0 flex-[1_1_12rem] rounded-2xl border border-edge bg-surface px-4 text-base font-semibold tracking-[0.12em] placeholder:font-normal placeholder:text-muted"
        />
        <Button type="submit" size="large" variant="secondary" className="max-sm:w-full">
          {t('redeem.check')}
        </Button>
      </div>
      <p id="voucher-code-hint" className="text-sm text-muted">
        {t('redeem.type.hint')}
      </p>
    </form>
  );
}

/** As long as a voucher code. */
const MIN_LENGTH = 9;
/** A scanner types faster than people, in ms between keys. */
const GAP_MS = 100;

/** Reads a keyboard scanner while no field has focus; Enter ends a code and then presses no button. */
export function useKeyboardScanner(isListening: boolean, onCode: (code: string) => void): void {
  const done = useEffectEvent(onCode);
  useEffect(() => {
    if (!isListening) return;
    let [typed, at] = ['', 0];
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (target as Element).matches('input, textarea, select')) return;
      if (timeStamp - at > GAP_MS) typed = '';
      at = timeStamp;
      if (key.length === 1) typed += key;
      if (key !== 'Enter' || typed.length < MIN_LENGTH) return;
      event.preventDefault();
      done(typed);
      typed = '';
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isListening]);
}
