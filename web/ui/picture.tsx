/** A picture in the sizes and formats that exist of it, loaded within 100 px of view, with a placeholder when it fails. */

import { useEffect, useRef, useState } from 'react';
import { ImageOff } from './icons.tsx';

interface Props {
  /** Our own pictures end in `-<width>.jpg` and come in several widths and three formats; others are used as they are. */
  src: string | null;
  alt: string;
  /** CSS pixels, for the ratio. */
  width: number;
  height: number;
  sizes: string;
  /** In which widths it exists, in pixels. */
  widths?: readonly number[];
  /** The one picture that matters most on the page. */
  first?: boolean;
  /** In view from the start: part of the HTML instead of waiting for a look at where it stands. */
  eager?: boolean;
  /** Says that the picture cannot be shown. */
  missing: string;
  className?: string;
}

/** Spec 1 §9, in px. */
const NEAR = '100px';
const WIDTHS = [320, 640, 960];

export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  widths = WIDTHS,
  first = false,
  eager = first,
  missing,
  className = '',
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(eager);
  const [failed, setFailed] = useState(src === null);
  useEffect(() => {
    if (near || !box.current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: NEAR },
    );
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [near]);
  const image = src !== null && (
    <Sources src={src} sizes={sizes} widths={widths}>
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        decoding={first ? 'auto' : 'async'}
        fetchPriority={first ? 'high' : undefined}
        onError={() => setFailed(true)}
        ref={(element) => {
          if (element?.complete && element.naturalWidth === 0) setFailed(true);
        }}
        className="absolute inset-0 size-full object-cover"
      />
    </Sources>
  );
  return (
    <div ref={box} className={`relative overflow-hidden ${className}`}>
      {failed ? (
        <span role="img" aria-label={missing} className="absolute inset-0 grid place-items-center opacity-60">
          <ImageOff size={32} strokeWidth={1.5} />
        </span>
      ) : near ? (
        image
      ) : (
        <noscript>{image}</noscript>
      )}
    </div>
  );
}

const ours = /^(\/pictures\/.+)-(\d+)\.jpg$/;

type SourcesProps = { src: string; sizes: string; widths: readonly number[]; children: React.ReactNode };

function Sources({ src, sizes, widths, children }: SourcesProps) {
  const base = ours.exec(src)?.[1];
  if (!base) return children;
  const set = (type: string) => widths.map((width) => `${base}-${width}.${type} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      {children}
    </picture>
  );
}
