import { useSaid } from '../kit/voice.tsx';

/** What comes sooner is not spoken of, in ms. */
const PATIENCE_MS = 1000;

/** Turns while something comes whose shape is not known yet; `text` says what. */
export function Spinner({ text }: { text: string }) {
  useSaid(text, { after: PATIENCE_MS });
  return (
    <div aria-busy="true" className="flex min-h-40 flex-col items-center justify-center gap-3 text-quiet">
      <span aria-hidden="true" className="size-8 animate-spin rounded-full border-2 border-line border-t-brand" />
      {text}
    </div>
  );
}
