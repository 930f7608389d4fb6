import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

export type CameraState = 'off' | 'starting' | 'on' | 'blocked' | 'absent' | 'black';

/** A camera without a frame for so long is black: iOS does this to installed apps that one returns to. */
const BLACK_MS = 2000;

const REFUSALS = new Set(['NotAllowedError', 'SecurityError']);

async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch {
    // Older browsers do not know the name.
    return false;
  }
}

/** Calls `onFrame` with the first frame; returns what stops waiting for it. */
function onFirstFrame(video: HTMLVideoElement, onFrame: () => void): () => void {
  if (!video.requestVideoFrameCallback) {
    video.addEventListener('timeupdate', onFrame, { once: true });
    return () => video.removeEventListener('timeupdate', onFrame);
  }
  const id = video.requestVideoFrameCallback(onFrame);
  return () => video.cancelVideoFrameCallback(id);
}

/** Opens the rear camera in `video`; throws what the browser answers. */
async function openCamera(video: HTMLVideoElement, setState: (state: CameraState) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const black = setTimeout(() => setState('black'), BLACK_MS);
  const stopWaiting = onFirstFrame(video, () => {
    clearTimeout(black);
    setState('on');
  });
  for (const track of stream.getTracks()) track.onended = () => setState('black');
  video.srcObject = stream;
  // Interrupted where the camera is closed at once.
  void video.play().catch(() => {});
  return () => {
    clearTimeout(black);
    stopWaiting();
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** The camera, closed while the page is hidden. It opens at once where that was allowed before, else by `open`. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('off');
  const isWanted = useRef(false);
  const opening = useRef<Promise<(() => void) | null>>(null);

  const open = () => {
    isWanted.current = true;
    if (opening.current || document.visibilityState === 'hidden' || !video.current) return;
    setState('starting');
    const mine = openCamera(video.current, (now) => opening.current === mine && setState(now)).catch(
      (error: unknown) => {
        if (opening.current === mine) {
          opening.current = null;
          setState(REFUSALS.has((error as Error).name) ? 'blocked' : 'absent');
        }
        return null;
      },
    );
    opening.current = mine;
  };
  const stop = () => {
    void opening.current?.then((end) => end?.());
    opening.current = null;
  };
  const close = () => {
    isWanted.current = false;
    stop();
    setState('off');
  };
  const follow = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') stop();
    else if (isWanted.current) open();
  });
  const begin = useEffectEvent(open);
  const end = useEffectEvent(stop);
  useEffect(() => {
    let isHere = true;
    void isGranted().then((is) => is && isHere && begin());
    const leave = () => end();
    const back = () => follow();
    document.addEventListener('visibilitychange', back);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      isHere = false;
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
      leave();
    };
  }, []);
  const reopen = () => {
    stop();
    open();
  };
  const fail = () => {
    stop();
    setState('absent');
  };
  return { state, reopen, close, fail };
}
