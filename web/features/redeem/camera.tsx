import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import { tokenOfAddress } from '#core/domain/vouchers.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { X } from '#web/ui/icons.ts';
import { Camera as CameraIcon, TriangleAlert } from '#web/ui/more-icons.ts';
import { readCodes } from './read-codes.ts';
import { allowSound } from './sound.ts';
import { type CameraState, useCamera } from './use-camera.ts';

/** A code that stays in sight is not read again, in ms since it was last seen. */
const SAME_MS = 3000;

/** The receipt's QR code is JSON. */
const isOfVoucher = (text: string) =>
  tokenOfAddress(text) !== null || text.trimStart().startsWith('{') || readPurchaseId(text) !== null;

const problems = {
  blocked: 'redeem.cameraBlocked',
  absent: 'redeem.cameraAbsent',
  black: 'redeem.cameraBlack',
} as const;
const isProblem = (state: CameraState): state is keyof typeof problems => state in problems;

/** The camera with what it reads; `isPaused` while a result is shown. */
export function Camera({ isPaused, onCode }: { isPaused: boolean; onCode: (code: string) => void }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const { state } = camera;
  const isForeign = useReading(video, { isOn: state === 'on' && !isPaused, onCode, onBroken: camera.fail });
  const problem = isProblem(state) ? t(problems[state]) : null;
  useAnnounce(problem ?? (isForeign && t('redeem.foreign')));
  const isOpen = state === 'on' || state === 'starting';
  return (
    <section
      aria-label={t('redeem.camera')}
      className="relative grid aspect-square max-h-[62dvh] w-full place-items-center overflow-hidden rounded-card bg-night text-ivory shadow-card"
    >
      <video
        ref={video}
        playsInline
        muted
        className={`absolute inset-0 size-full object-cover ${state === 'on' ? '' : 'invisible'}`}
      />
      <Viewfinder />
      {!isOpen && (
        <div className="relative flex max-w-72 flex-col items-center gap-4 p-4 text-center">
          {problem && (
            <p className="flex flex-col items-center gap-2 font-semibold">
              <TriangleAlert size={28} />
              {problem}
            </p>
          )}
          <Button
            size="large"
            variant={problem ? 'secondary' : 'primary'}
            onClick={() => {
              allowSound();
              camera.reopen();
            }}
          >
            <CameraIcon size={22} />
            {t('redeem.scan')}
          </Button>
        </div>
      )}
      {isOpen && (
        <>
          <p className="absolute inset-x-3 bottom-3 mx-auto w-fit rounded-full bg-night/80 px-4 py-2 text-center text-sm font-semibold">
            {t(state === 'starting' ? 'redeem.cameraStarting' : isForeign ? 'redeem.foreign' : 'redeem.aim')}
          </p>
          <IconButton
            label={t('redeem.cameraOff')}
            onClick={camera.close}
            className="absolute top-2 right-2 bg-night/60 text-ivory hover:bg-night"
          >
            <X size={20} />
          </IconButton>
        </>
      )}
    </section>
  );
}

/** Four corners around the middle. */
const Viewfinder = () => (
  <svg
    viewBox="0 0 100 100"
    aria-hidden="true"
    className="absolute size-[72%] text-ivory/80"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
  >
    <path d="M2 20V10a8 8 0 0 1 8-8h10M80 2h10a8 8 0 0 1 8 8v10M98 80v10a8 8 0 0 1-8 8H80M20 98H10a8 8 0 0 1-8-8V80" />
  </svg>
);

interface Reading {
  isOn: boolean;
  onCode: (code: string) => void;
  onBroken: () => void;
}

/** Reports each voucher that comes into sight; returns whether something else is. */
function useReading(video: React.RefObject<HTMLVideoElement | null>, { isOn, onCode, onBroken }: Reading): boolean {
  const seen = useRef({ text: '', at: 0 });
  const [isForeign, setForeign] = useState(false);
  const onText = useEffectEvent((text: string) => {
    const last = seen.current;
    const now = performance.now();
    seen.current = { text, at: now };
    setForeign(!isOfVoucher(text));
    if ((text !== last.text || now - last.at > SAME_MS) && isOfVoucher(text)) onCode(text);
  });
  const broken = useEffectEvent(onBroken);
  useEffect(() => {
    if (!isOn || !video.current) return;
    // What was read last may still be in sight.
    seen.current.at = performance.now();
    return readCodes(video.current, { onText: (text) => onText(text), onBroken: () => broken() });
  }, [isOn, video]);
  useEffect(() => {
    if (!isForeign) return;
    const timer = setTimeout(() => setForeign(false), SAME_MS);
    return () => clearTimeout(timer);
  }, [isForeign]);
  return isForeign;
}
