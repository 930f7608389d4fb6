import encode from 'qr';
import { useMemo } from 'react';

/** Light modules around it, by which a scanner finds it. */
const QUIET = 4;

/** A text for a scanner: dark on white in every theme, and white to its edge. `label` says what one finds there. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, dark } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto aspect-square w-full max-w-[300px] rounded-2xl bg-[#fff]"
    >
      <path fill="#000" d={dark} />
    </svg>
  );
}

/** Its dark modules as one shape, a box for each run of a row. */
function draw(text: string): { size: number; dark: string } {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET });
  const boxes = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${end - x}v1H${x}z`;
    }),
  );
  return { size: rows.length, dark: boxes.join('') };
}
