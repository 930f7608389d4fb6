import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { stillOf } from '#core/domain/media.ts';
import { MAX_PHOTOS } from '#core/domain/salons.ts';
import { Source, UploadProgress, wordsOf } from '#web/features/media/media-field.tsx';
import { acceptOf, LIBRARY_FILES } from '#web/features/media/prepare-file.ts';
import { useMediaUpload } from '#web/features/media/use-media-upload.ts';
import { announce, useAnnounce } from '#web/kit/access/announce.tsx';
import { useField, useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FieldFrame } from '#web/ui/form/text-fields.tsx';
import { ArrowLeft, Trash2, Upload } from '#web/ui/more-icons.ts';

export const SALON_PHOTOS = { ...LIBRARY_FILES, hasVideos: false };

/** Uploads one photo after the other; `room` says how many more there may be. */
export function usePhotos({ onUploaded, room }: { onUploaded: (url: string) => void; room: () => number }) {
  const { current, choose, retry, cancel } = useMediaUpload({ rules: SALON_PHOTOS, onUploaded });
  const [waiting, setWaiting] = useState<File[]>([]);
  const chooseNext = useEffectEvent(() => {
    const [next, ...rest] = room() > 0 ? waiting : [];
    setWaiting(rest);
    if (next) choose(next);
  });
  const isNext = current.state === 'none' && waiting.length > 0;
  useEffect(() => {
    if (isNext) chooseNext();
  }, [isNext]);
  return {
    current,
    /** Also between two uploads. */
    state: isNext ? ('uploading' as const) : current.state,
    add: (file: File) => {
      // What was refused gives way.
      if (current.state === 'rejected') cancel();
      setWaiting((before) => [...before, file]);
    },
    retry,
    cancel,
  };
}

interface Props {
  name: string;
  /** Adds each uploaded photo to the value. */
  upload: ReturnType<typeof usePhotos>;
}

/** Photos in the order in which they are shown; several can be chosen at once. Needs the message area `media`. */
export function PhotosField({ name, upload: { current, add, retry, cancel } }: Props) {
  const t = useT();
  const label = t('salonForm.photos');
  const { frame, aria } = useField(name, { label, hint: t('salonForm.photos.hint', { max: MAX_PHOTOS }) });
  const { field } = useController({ control: useFormContext().form.control, name });
  const input = useRef<HTMLInputElement>(null);
  const photos: string[] = field.value ?? [];
  const isUploading = current.state === 'uploading';
  const said = wordsOf(current, t);
  useAnnounce(isUploading ? null : said);
  const isFull = photos.length >= MAX_PHOTOS;
  return (
    <FieldFrame {...frame} error={(!isUploading && said) || frame.error}>
      {photos.length > 0 && (
        <Photos photos={photos} onChange={field.onChange} onEmptied={() => input.current?.focus()} />
      )}
      <UploadProgress current={current} label={label} />
      <div className="flex flex-wrap gap-2">
        <Source
          Icon={Upload}
          text={t('dealForm.media.upload')}
          accept={acceptOf(SALON_PHOTOS)}
          {...aria}
          multiple
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          disabled={isFull}
          onFile={add}
        />
        {current.state === 'failed' && (
          <Button variant="secondary" onClick={retry}>
            {t('common.tryAgain')}
          </Button>
        )}
        {current.state !== 'none' && (
          <Button
            variant="plain"
            onClick={() => {
              cancel();
              // The pressed button goes away.
              input.current?.focus();
            }}
          >
            {t('dealForm.media.cancel')}
          </Button>
        )}
      </div>
      {isFull && <p className="text-sm text-muted">{t('salonForm.photos.full', { max: MAX_PHOTOS })}</p>}
    </FieldFrame>
  );
}

interface PhotosProps {
  photos: string[];
  onChange: (photos: string[]) => void;
  onEmptied: () => void;
}

function Photos({ photos, onChange, onEmptied }: PhotosProps) {
  const t = useT();
  const box = useRef<HTMLUListElement>(null);
  const focused = useRef<string>(null);
  // A moved element loses the focus.
  useEffect(() => {
    if (focused.current) box.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  });
  const count = (index: number) => t('salonForm.photos.count', { number: index + 1, count: photos.length });
  const move = (from: number, to: number) => {
    const [moved = ''] = photos.slice(from, from + 1);
    if (to < 0 || to >= photos.length) return;
    const others = photos.filter((url) => url !== moved);
    onChange([...others.slice(0, to), moved, ...others.slice(to)]);
    focused.current = `li:nth-child(${to + 1}) button:nth-of-type(${to < from ? 1 : 2})`;
    announce(count(to));
  };
  const remove = (url: string) => {
    onChange(photos.filter((other) => other !== url));
    announce(t('salonForm.photos.removed'));
    if (photos.length === 1) onEmptied();
    else focused.current = `li:nth-child(${Math.max(1, photos.indexOf(url))}) button:nth-of-type(3)`;
  };
  return (
    <ul ref={box} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {photos.map((url, index) => {
        const number = index + 1;
        return (
          <li key={url} className="overflow-hidden rounded-2xl border border-line">
            <img src={stillOf(url, 320)} alt={count(index)} className="aspect-3/2 w-full bg-raised object-cover" />
            <div className="flex justify-between">
              <IconButton
                label={t('salonForm.photos.left', { number })}
                aria-disabled={index === 0}
                onClick={() => move(index, index - 1)}
                className="aria-disabled:opacity-40"
              >
                <ArrowLeft size={18} />
              </IconButton>
              <IconButton
                label={t('salonForm.photos.right', { number })}
                aria-disabled={index === photos.length - 1}
                onClick={() => move(index, index + 1)}
                className="aria-disabled:opacity-40"
              >
                <ArrowLeft size={18} className="rotate-180" />
              </IconButton>
              <IconButton
                label={t('salonForm.photos.remove', { number })}
                onClick={() => remove(url)}
                className="hover:text-alert"
              >
                <Trash2 size={18} />
              </IconButton>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
