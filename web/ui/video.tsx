import { useState } from 'react';
import { stillOf } from '#core/domain/media.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';

interface Props {
  /** The address of an uploaded video. */
  src: string;
  label: string;
  /** Shown where the browser cannot play it. */
  failed: string;
  className: string;
}

/** An uploaded video, loaded when it is played; says so where the browser cannot play it. */
export function Video({ src, label, failed, className }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const isFailed = broken === src;
  useAnnounce(isFailed && failed);
  return (
    <div className={`relative overflow-hidden bg-night ${className}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: whoever uploads a video has no captions for it */}
      <video
        key={src}
        src={src}
        poster={stillOf(src, 640)}
        aria-label={label}
        controls
        preload="none"
        playsInline
        onError={() => setBroken(src)}
        // Without a decoder for its pictures there is only sound.
        onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setBroken(src)}
        className="size-full object-contain"
      />
      {isFailed && (
        <p className="absolute inset-x-0 top-0 bg-night/80 p-3 text-sm font-semibold text-ivory">{failed}</p>
      )}
    </div>
  );
}
