/** A responsive image with a placeholder when it fails. Those below the first view are loaded by the browser as they come near. */
import { type ComponentProps, useEffect, useState } from 'react';
import { isVideo, MEDIA_WIDTHS, stillOf, uploadOf } from '#core/domain/media.ts';
import { onConnection } from '#web/kit/data/online.ts';
import { ImageOff, Play } from './icons.ts';

interface Props {
  /** Our own images end in `-<width>.jpg` and exist as AVIF too, uploaded ones as WebP; of a video the poster is shown; some hosts resize on request; others are used as they are. */
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
  /** In the viewport from the start: not lazy. */
  eager?: boolean;
  /** Alternative text of the placeholder. */
  missing: string;
  className?: string;
}

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
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => (failed === null ? undefined : onConnection((isOnline) => isOnline && setFailed(null))), [failed]);
  const image = src !== null && (
    <Sized
      key={src}
      width={width}
      height={height}
      className="absolute inset-0 size-full object-cover"
      src={src}
      alt={alt}
      sizes={sizes}
      widths={widths}
      quality={QUALITIES[quality]}
      loading={eager ? undefined : 'lazy'}
      decoding={eager && !first ? 'async' : undefined}
      fetchPriority={first ? 'high' : undefined}
      onError={() => setFailed(src)}
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) setFailed(src);
      }}
    />
  );
  return (
    <div className={`relative overflow-hidden ${className}`}>
      {src === null || failed === src ? (
        <span role="img" aria-label={missing} className="absolute inset-0 grid place-items-center opacity-60">
          <ImageOff size={32} />
        </span>
      ) : (
        image
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

/** Offers the existing sizes to the browser, as AVIF or (uploads) WebP, with JPEG for others; in one size where it is lazy, because cards repeat it. */
function Sized({ src, alt, sizes, widths, quality, ...rest }: SizedProps) {
  const base = ours.exec(src)?.[1];
  const media = uploadOf(src);
  const isWhole = rest.loading !== 'lazy';
  const set = (addressOf: (width: number) => string) => ({
    srcSet: widths.map((width) => `${addressOf(width)} ${width}w`).join(', '),
    sizes,
  });
  const named = (start: string, type: string) => set((width) => `${start}-${width}.${type}`);
  if (media) {
    return (
      <picture>
        <source type="image/webp" {...named(media, 'webp')} />
        <img {...rest} src={stillOf(src, 640)} {...(isWhole && named(media, 'jpg'))} alt={alt} />
      </picture>
    );
  }
  const hosted = (width: number) => resized(src, { width, quality });
  const largest = hosted(Math.max(...widths));
  // `loading` comes before the address: some browsers begin with that.
  const image = <img {...rest} src={largest ?? src} {...(largest && set((width) => hosted(width) ?? src))} alt={alt} />;
  if (!base) return image;
  return (
    <picture>
      <source type="image/avif" {...named(base, 'avif')} />
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
