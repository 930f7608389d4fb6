/** A scanner that shares no code with what draws the codes. */
import * as jsqr from 'jsqr';

// Its types speak of a module that exports a default; what it exports is the function.
const scan = jsqr.default as unknown as typeof jsqr.default.default;

/** The text in a square of pixels (RGBA). */
export const textOfQr = (pixels: Uint8ClampedArray, width: number): string | undefined =>
  scan(pixels, width, width)?.data;

/** The JSON in it; null where nothing can be read. */
export const readQr = (pixels: Uint8ClampedArray, width: number): unknown =>
  JSON.parse(textOfQr(pixels, width) ?? 'null');
