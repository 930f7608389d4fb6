/** Small browser helpers and replacements for what the oldest supported browsers lack. */

/** A random UUID (version 4). `crypto.randomUUID` is missing without TLS. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export interface Resolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
}

/** `Promise.withResolvers`. */
export function withResolvers<T = void>(): Resolvers<T> {
  let resolve: Resolvers<T>['resolve'] = () => {};
  let reject: Resolvers<T>['reject'] = () => {};
  const promise = new Promise<T>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

/** Downloads a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has to have started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** For a sticky card, as its ref: stays below the header, or with its end in view where it is higher than the window. */
export function keepInViewport(card: HTMLElement | null): (() => void) | undefined {
  if (!card) return;
  const watch = new ResizeObserver(() => {
    card.style.top = `min(5rem, 100dvh - ${card.offsetHeight}px - 1rem)`;
  });
  watch.observe(card);
  return () => watch.disconnect();
}
