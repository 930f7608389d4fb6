import encode from 'qr';
import { useMemo } from 'react';

/** Quiet zone in modules. */
const QUIET_ZONE = 4;

const sizes = { page: 'max-w-[300px]', screen: 'max-w-[min(100%,46dvh)]' } as const;

/** A QR code, dark on white in every theme. Text in capitals makes a coarser one, which cameras read from further away. */
export function QrCode({
  text,
  label,
  size: room = 'page',
}: {
  text: string;
  label: string;
  size?: keyof typeof sizes;
}) {
  const { size, dark } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      data-keep-clear=""
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`mx-auto aspect-square w-full rounded-2xl bg-[#fff] ${sizes[room]}`}
    >
      <path fill="#000" d={dark} />
    </svg>
  );
}

/** The dark modules as one path, a rectangle for each run of a row. */
function draw(text: string): { size: number; dark: string } {
  const rows = encode(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const boxes = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${end - x}v1H${x}z`;
    }),
  );
  return { size: rows.length, dark: boxes.join('') };
}
