/** A scanner that shares no code with what draws the codes. */
import * as jsqr from 'jsqr';

// Its types speak of a module that exports a default; what it exports is the function.
const scan = jsqr.default as unknown as typeof jsqr.default.default;

/** What a square of pixels (RGBA) says; null where nothing can be read. */
export const readQr = (pixels: Uint8ClampedArray, width: number): unknown =>
  JSON.parse(scan(pixels, width, width)?.data ?? 'null');
