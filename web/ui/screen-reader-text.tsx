import { heard, spelled } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';

/** A text with grouped numbers or a range, and for screen readers the same with plain numbers and words, or `as`. */
export function ScreenReaderText({ children: text, as = text }: { children: string; as?: string }) {
  const spoken = heard(as, useT().language);
  return spoken === text ? text : <SplitText visible={text} spoken={spoken} />;
}

/** A code, or a text with one, that screen readers spell out; the spelled form is not copied. */
export const SpelledText = ({ code, children: text = code }: { code: string; children?: string }) => (
  <SplitText visible={text} spoken={text.replace(code, spelled(code))} className="select-none sr-only" />
);

function SplitText({
  visible,
  spoken,
  className = 'sr-only',
}: {
  visible: string;
  spoken: string;
  className?: string;
}) {
  return (
    <span>
      <span aria-hidden="true">{visible}</span>
      <span className={className}>{spoken}</span>
    </span>
  );
}
