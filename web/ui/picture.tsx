/** A picture in the sizes and formats that exist of it, loaded within 100 px of view, with a placeholder when it fails. */

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { onConnection } from '../kit/online.ts';
import { ImageOff } from './icons.tsx';
import { resized } from './image-hosts.ts';

interface Props {
  /** Our own pictures end in `-<width>.jpg` and come in three formats; some hosts make sizes; others are used as they are. */
  src: string | null;
  alt: string;
  /** CSS pixels, for the ratio. */
  width: number;
  height: number;
  sizes: string;
  /** In which widths it exists, in pixels. */
  widths?: readonly number[];
  /** In which quality, where the host makes it. */
  quality?: keyof typeof QUALITIES;
  /** The one picture that matters most on the page. */
  first?: boolean;
  /** In view from the start: part of the HTML instead of waiting for a look at where it stands. */
  eager?: boolean;
  /** Says that the picture cannot be shown. */
  missing: string;
  className?: string;
}

/** Spec 1 §9. */
const NEAR = '100px';
const QUALITIES = { plain: 50, card: 60, fine: 75 };
const WIDTHS = [320, 640, 960];

export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  widths = WIDTHS,
  quality = 'plain',
  first = false,
  eager = first,
  missing,
  className = '',
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(eager);
  const [failed, setFailed] = useState<string | null>(null);
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
  useEffect(() => (failed === null ? undefined : onConnection((isOnline) => isOnline && setFailed(null))), [failed]);
  const drawn = { width, height, className: 'absolute inset-0 size-full object-cover' };
  const image = src !== null && (
    <Sized
      key={src}
      {...drawn}
      src={src}
      alt={alt}
      sizes={sizes}
      widths={widths}
      quality={QUALITIES[quality]}
      decoding={first ? 'auto' : 'async'}
      fetchPriority={first ? 'high' : undefined}
      onError={() => setFailed(src)}
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) setFailed(src);
      }}
    />
  );
  return (
    <div ref={box} className={`relative overflow-hidden ${className}`}>
      {src === null || failed === src ? (
        <span role="img" aria-label={missing} className="absolute inset-0 grid place-items-center opacity-60">
          <ImageOff size={32} />
        </span>
      ) : near ? (
        image
      ) : (
        // One size and format: it is written out for each card, and hardly anybody is without scripts.
        <noscript>
          <img src={src} {...drawn} alt={alt} loading="lazy" />
        </noscript>
      )}
    </div>
  );
}

const ours = /^(\/pictures\/.+)-\d+\.jpg$/;

type SizedProps = ComponentProps<'img'> & { src: string; alt: string; widths: readonly number[]; quality: number };

/** Lets the browser choose among what there is. */
function Sized({ src, alt, sizes, widths, quality, ...rest }: SizedProps) {
  const base = ours.exec(src)?.[1];
  const set = (addressOf: (width: number) => string) => ({
    srcSet: widths.map((width) => `${addressOf(width)} ${width}w`).join(', '),
    sizes,
  });
  const hosted = (width: number) => resized(src, { width, quality });
  const largest = hosted(Math.max(...widths));
  const image = <img src={largest ?? src} {...(largest && set((width) => hosted(width) ?? src))} alt={alt} {...rest} />;
  if (!base) return image;
  return (
    <picture>
      <source type="image/avif" {...set((width) => `${base}-${width}.avif`)} />
      <source type="image/webp" {...set((width) => `${base}-${width}.webp`)} />
      {image}
    </picture>
  );
}
