/** What a scanner reads off the screen. */
import type { Locator } from '@playwright/test';
import { readQr as readPixels } from '#test/read-qr.ts';

export async function readQr(code: Locator): Promise<unknown> {
  const png = (await code.screenshot()).toString('base64');
  const { pixels, width } = await code.evaluate(async (_, data) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const [width, height] = [image.width, image.height];
    const drawing = new OffscreenCanvas(width, width).getContext('2d');
    drawing?.drawImage(image, 0, 0, width, height);
    return { pixels: [...(drawing?.getImageData(0, 0, width, width).data ?? [])], width };
  }, png);
  return readPixels(Uint8ClampedArray.from(pixels), width);
}
