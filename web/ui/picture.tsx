/** A responsive image, loaded within 100 px of the viewport, with a placeholder when it fails. */
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { isVideo, MEDIA_WIDTHS, stillOf, uploadOf } from '#core/domain/media.ts';
import { onConnection } from '#web/kit/data/online.ts';
import { ImageOff, Play } from './icons.ts';

interface Props {
  /** Our own images end in `-<width>.jpg` and exist in three formats, uploaded ones in two; of a video the poster is shown; some hosts resize on request; others are used as they are. */
  src: string | null;
  alt: string;
  /** CSS pixels, for the aspect ratio. */
  width: number;
  height: number;
  sizes: string;
  /** Existing widths in pixels. */
  widths?: readonly number[];
  /** Quality where the host resizes. */
  quality?: keyof typeof QUALITIES;
  /** The largest image of the page (LCP). */
  first?: boolean;
  /** In the viewport from the start: part of the HTML, not lazy. */
  eager?: boolean;
  /** Alternative text of the placeholder. */
  missing: string;
  className?: string;
}

/** Spec 1 §9. */
const NEAR = '100px';
const QUALITIES = { plain: 50, card: 60, fine: 75 };

export function Picture({
  src,
  alt,
  width,
  height,
  sizes,
  widths = MEDIA_WIDTHS,
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
        // One size and format only, because it is repeated for each card.
        <noscript>
          <img src={stillOf(src, 640)} {...drawn} alt={alt} loading="lazy" />
        </noscript>
      )}
      {isVideo(src) && (
        <span
          aria-hidden="true"
          className="absolute bottom-2 left-2 grid size-8 place-items-center rounded-full bg-night/70 text-ivory"
        >
          <Play size={16} />
        </span>
      )}
    </div>
  );
}

const ours = /^(\/pictures\/.+)-\d+\.jpg$/;

type SizedProps = ComponentProps<'img'> & { src: string; alt: string; widths: readonly number[]; quality: number };

/** Offers the existing sizes and formats to the browser. */
function Sized({ src, alt, sizes, widths, quality, ...rest }: SizedProps) {
  const base = ours.exec(src)?.[1];
  const media = uploadOf(src);
  const set = (addressOf: (width: number) => string) => ({
    srcSet: widths.map((width) => `${addressOf(width)} ${width}w`).join(', '),
    sizes,
  });
  const hosted = (width: number) => resized(src, { width, quality });
  const largest = hosted(Math.max(...widths));
  const image = <img src={largest ?? src} {...(largest && set((width) => hosted(width) ?? src))} alt={alt} {...rest} />;
  if (media) {
    const mediaSet = (type: 'webp' | 'jpg') =>
      MEDIA_WIDTHS.map((width) => `${media}-${width}.${type} ${width}w`).join(', ');
    return (
      <picture>
        <source type="image/webp" srcSet={mediaSet('webp')} sizes={sizes} />
        <img src={stillOf(src, 640)} srcSet={mediaSet('jpg')} sizes={sizes} alt={alt} {...rest} />
      </picture>
    );
  }
  if (!base) return image;
  return (
    <picture>
      <source type="image/avif" {...set((width) => `${base}-${width}.avif`)} />
      <source type="image/webp" {...set((width) => `${base}-${width}.webp`)} />
      {image}
    </picture>
  );
}

interface ImageSize {
  /** Pixels. */
  width: number;
  /** Of a hundred. */
  quality: number;
}

/** The address of a smaller image; null where resizing would break it. */
type Resize = (url: URL, size: ImageSize) => string | null;

const hosts: readonly [host: RegExp, resize: Resize][] = [
  [
    /^(images|plus)\.unsplash\.com$|\.imgix\.net$/,
    withQuery((size) => ({ auto: 'format', fit: 'max', ...short(size) })),
  ],
  [/^images\.pexels\.com$/, withQuery((size) => ({ auto: 'compress', cs: 'tinysrgb', ...short(size) }))],
  [/^i[0-3]\.wp\.com$/, withQuery(({ width, quality }) => ({ w: width, quality }))],
  [/^res\.cloudinary\.com$/, cloudinary],
  [/^lh[3-6]\.googleusercontent\.com$/, google],
];

/** The same image in this size; null when its host does not resize (Spec 1 §7). */
export function resized(src: string, size: ImageSize): string | null {
  if (!src.startsWith('https://') || !URL.canParse(src)) return null;
  const url = new URL(src);
  const known = hosts.find(([host]) => host.test(url.hostname));
  return known ? known[1](url, size) : null;
}

const short = ({ width, quality }: ImageSize) => ({ w: width, q: quality });

/** Hosts that read the size from the query. A signed address (`s`) is valid for its own size only. */
function withQuery(parametersOf: (size: ImageSize) => Record<string, string | number>): Resize {
  return (url, size) => {
    if (url.searchParams.has('s')) return null;
    for (const gone of ['h', 'dpr']) url.searchParams.delete(gone);
    for (const [name, value] of Object.entries(parametersOf(size))) url.searchParams.set(name, String(value));
    return url.href;
  };
}

/** Cloudinary reads it from the path; an address with a transformation is kept. */
function cloudinary(url: URL, { width, quality }: ImageSize): string | null {
  const plain = /^(\/[^/]+\/image\/upload)(\/v\d+\/.+)$/.exec(url.pathname);
  if (!plain) return null;
  url.pathname = `${plain[1]}/c_limit,f_auto,q_${quality},w_${width}${plain[2]}`;
  return url.href;
}

/** Google reads it from the end, after the last `=`. */
function google(url: URL, { width }: ImageSize): string {
  url.pathname = `${url.pathname.replace(/=[^=/]*$/, '')}=w${width}`;
  return url.href;
}
