/** Reads QR codes in a video: by the browser's own detector where it has one, else (or if that finds nothing) by ours. */

/** Long edge of the frames that our decoder gets, px. */
const MAX_EDGE = 960;
/** How long the browser's detector is trusted alone, in ms: the module behind it may be missing on the phone. */
const NATIVE_ALONE_MS = 3000;
/** Between frames where the browser does not announce them, in ms. */
const FRAME_MS = 100;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

async function nativeDetector(): Promise<NativeDetector | null> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetectors };
  const formats: readonly string[] = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native && formats.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null;
}

function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const scale = Math.min(1, MAX_EDGE / Math.max(video.videoWidth, video.videoHeight, 1));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawing || width === 0 || height === 0) return null;
  canvas.width = width;
  canvas.height = height;
  drawing.drawImage(video, 0, 0, width, height);
  return drawing.getImageData(0, 0, width, height);
}

/** Our decoder, in a worker, because a frame takes it up to 30 ms. */
function startDecoder() {
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  return {
    read: (video: HTMLVideoElement) =>
      new Promise<string | null>((resolve, reject) => {
        const frame = frameOf(video, canvas);
        if (!frame) return resolve(null);
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
        worker.onerror = () => reject(new Error('The decoder could not be loaded'));
        const { width, height, data } = frame;
        worker.postMessage({ width, height, data }, [data.buffer]);
      }),
    stop: () => worker.terminate(),
  };
}

/** Resolves with the next frame. Firefox announces them since version 132. */
const nextFrame = (video: HTMLVideoElement) =>
  new Promise<unknown>((resolve) => {
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(resolve);
    else setTimeout(resolve, FRAME_MS);
  });

/** Reads one frame after the other until stopped. `onBroken`: codes cannot be read here. */
export function readCodes(
  video: HTMLVideoElement,
  { onText, onBroken }: { onText: (text: string) => void; onBroken: () => void },
): () => void {
  let isOver = false;
  let decoder: ReturnType<typeof startDecoder> | null = null;
  const run = async () => {
    const native = await nativeDetector();
    const began = performance.now();
    while (!isOver) {
      await nextFrame(video);
      if (isOver) return;
      const [found] = (await native?.detect(video).catch(() => [])) ?? [];
      if (isOver) return;
      if (!native || performance.now() - began > NATIVE_ALONE_MS) decoder ??= startDecoder();
      const text = found?.rawValue ?? (await decoder?.read(video));
      if (text && !isOver) onText(text);
    }
  };
  run().catch(() => !isOver && onBroken());
  return () => {
    isOver = true;
    decoder?.stop();
  };
}
