/** Reads a QR code in one frame; answers its text, or null. */
import decodeQr, { type Image } from 'qr/decode.js';

self.onmessage = ({ data }: MessageEvent<Image>) => self.postMessage(textOf(data));

function textOf(frame: Image): string | null {
  try {
    return decodeQr(frame);
  } catch {
    // No code in this frame.
    return null;
  }
}
