import { spelled, toSpoken } from '#core/i18n/spoken.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

/** A text with grouped numbers or a range, and for screen readers the same with plain numbers and words, or `as`. */
export function ScreenReaderText({ children: text, as = text }: { children: string; as?: string }) {
  const spoken = toSpoken(as, useT().language);
  return spoken === text ? <span>{text}</span> : <SplitText visible={text} spoken={spoken} />;
}

/** A code that screen readers spell out. */
export const SpelledText = ({ code }: { code: string }) => (
  <span translate="no">
    <SplitText visible={code} spoken={spelled(code)} />
  </span>
);

export const SplitText = ({ visible, spoken }: { visible: string; spoken: string }) => (
  <span>
    <span aria-hidden="true">{visible}</span>
    <span className="sr-only">{spoken}</span>
  </span>
);
