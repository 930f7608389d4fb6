/**
 * A video file of a QR code, as the camera of Chromium: `--use-fake-device-for-media-stream`,
 * `--use-fake-ui-for-media-stream` and `--use-file-for-fake-video-capture=<file>` at its launch.
 */
import { writeFileSync } from 'node:fs';
import encode from 'qr';

const [WIDTH, HEIGHT] = [640, 480];
/** The code fills most of the height. */
const CODE = 400;
const [DARK, LIGHT, GREY] = [16, 235, 128];

/** Writes uncompressed video (YUV4MPEG2): two frames of the code on white. */
export function writeCameraFile(path: string, text: string): void {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 4 });
  const scale = Math.floor(CODE / rows.length);
  const [left, top] = [(WIDTH - rows.length * scale) >> 1, (HEIGHT - rows.length * scale) >> 1];
  const luma = Buffer.alloc(WIDTH * HEIGHT, LIGHT);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; isDark && line < scale; line++) {
        const from = (top + y * scale + line) * WIDTH + left + x * scale;
        luma.fill(DARK, from, from + scale);
      }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]),
  );
}
