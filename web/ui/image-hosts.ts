/** Pictures that lie with hosts known to make them smaller on request (Spec 1 §7). */

export interface ImageSize {
  /** Pixels. */
  width: number;
  /** Of a hundred. */
  quality: number;
}

/** The address of a smaller one; null where asking would break it. */
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

/** The same picture in this size, or null when its host does not make sizes. */
export function resized(src: string, size: ImageSize): string | null {
  if (!src.startsWith('https://') || !URL.canParse(src)) return null;
  const url = new URL(src);
  const known = hosts.find(([host]) => host.test(url.hostname));
  return known ? known[1](url, size) : null;
}

const short = ({ width, quality }: ImageSize) => ({ w: width, q: quality });

/** Hosts that read the size from the query. A signed address (`s`) holds for its own size only. */
function withQuery(parametersOf: (size: ImageSize) => Record<string, string | number>): Resize {
  return (url, size) => {
    if (url.searchParams.has('s')) return null;
    for (const gone of ['h', 'dpr']) url.searchParams.delete(gone);
    for (const [name, value] of Object.entries(parametersOf(size))) url.searchParams.set(name, String(value));
    return url.href;
  };
}

/** Cloudinary reads it from the path; one who chose or signed a transformation keeps it. */
function cloudinary(url: URL, { width, quality }: ImageSize): string | null {
  const plain = /^(\/[^/]+\/image\/upload)(\/v\d+\/.+)$/.exec(url.pathname);
  if (!plain) return null;
  url.pathname = `${plain[1]}/c_limit,f_auto,q_${quality},w_${width}${plain[2]}`;
  return url.href;
}

/** Google reads it from what follows the last `=`. */
function google(url: URL, { width }: ImageSize): string {
  url.pathname = `${url.pathname.replace(/=[^=/]*$/, '')}=w${width}`;
  return url.href;
}
