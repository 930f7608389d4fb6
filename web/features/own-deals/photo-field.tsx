/** The photo of a deal: shrunk on the device, uploaded with progress, retried without being chosen again. */
import { type ChangeEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { media } from '#core/contract/media.ts';
import { MAX_UPLOAD_BYTES } from '#core/domain/media.ts';
import { useAnnounce } from '#web/kit/announce.tsx';
import { useField, useFormContext } from '#web/kit/form.ts';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { upload } from '#web/kit/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldFrame } from '#web/ui/form/text-fields.tsx';
import { Camera, type Icon, Upload } from '#web/ui/icons.tsx';

/** Without HEIC, so that iPhones hand over a JPEG. */
const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

interface Props {
  name: string;
  upload: ReturnType<typeof usePhoto>;
}

/** The photo of a deal, from a file or the camera; uploaded at once, its value is the address. */
export function PhotoField({ name, upload: { photo, choose, cancel } }: Props) {
  const t = useT();
  const { frame, aria } = useField(name, { label: t('dealForm.media'), hint: t('dealForm.media.hint') });
  const { field } = useController({ control: useFormContext().form.control, name });
  const input = useRef<HTMLInputElement>(null);
  const said = wordsOf(photo, t);
  useAnnounce(photo.state === 'uploading' ? null : said);
  const url: string | undefined = field.value;
  const shown = usePreview(photo) ?? url;
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Lets the same file be chosen again; what is not accepted is cleared.
    event.target.value = '';
    if (file) choose(file);
  };
  const drop = () => {
    cancel();
    if (photo.state === 'none') field.onChange(null);
    // The pressed button goes away.
    input.current?.focus();
  };
  const error = photo.state === 'rejected' || photo.state === 'failed' ? said : frame.error;
  return (
    <FieldFrame {...frame} error={error}>
      {shown && (
        <img
          src={shown}
          alt={t('dealForm.media.chosen')}
          className={`aspect-2/1 w-full rounded-2xl bg-raised object-cover ${photo.state === 'none' ? '' : 'opacity-60'}`}
        />
      )}
      {photo.state === 'uploading' && (
        <div className="flex flex-col gap-1 text-sm">
          <span>{said}</span>
          <progress
            aria-label={t('dealForm.media')}
            max={100}
            value={photo.percent ?? 0}
            className="h-2 w-full accent-brand"
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Source
          Icon={Upload}
          text={t('dealForm.media.upload')}
          {...aria}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          onChange={pick}
        />
        <Source
          Icon={Camera}
          text={t('dealForm.media.camera')}
          id={`${aria.id}-camera`}
          capture="environment"
          onChange={pick}
          className="pointer-fine:hidden"
        />
        {photo.state === 'failed' && (
          <Button variant="secondary" onClick={() => choose(photo.file)}>
            {t('common.tryAgain')}
          </Button>
        )}
        {photo.state === 'uploading' && (
          <Button variant="plain" onClick={drop}>
            {t('dealForm.media.cancel')}
          </Button>
        )}
        {(photo.state === 'failed' || (photo.state === 'none' && url)) && (
          <Button variant="plain" onClick={drop}>
            {t('dealForm.media.remove')}
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}

type Translate = ReturnType<typeof useT>;

function wordsOf(photo: Photo, t: Translate): string | undefined {
  switch (photo.state) {
    case 'rejected':
      return t('dealForm.media.rejected');
    case 'failed':
      return `${t('dealForm.media.failed')} ${reasonOf(photo.error, t)}`;
    case 'uploading':
      return photo.percent === null
        ? t('dealForm.media.preparing')
        : t('dealForm.media.progress', { percent: photo.percent });
    case 'none':
      return undefined;
  }
}

/** The chosen file, until its upload is over. */
function usePreview(photo: Photo): string | undefined {
  const file = 'file' in photo ? photo.file : undefined;
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}

interface SourceProps extends React.ComponentProps<'input'> {
  Icon: Icon;
  text: string;
}

/** A file input that looks like a button. */
function Source({ Icon, text, className = '', ...input }: SourceProps) {
  return (
    <span className={`relative inline-flex ${className}`}>
      <input {...input} type="file" accept={ACCEPT} aria-label={text} className="peer sr-only" />
      <label
        htmlFor={input.id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 text-sm font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-brand"
      >
        <Icon size={18} /> {text}
      </label>
    </span>
  );
}

/** HEIC only where the browser decodes it; otherwise the server says what to do. */
const PHOTO = /^image\/(jpeg|png|gif|webp|heic|heif)$/;
const SHRUNK = /^image\/(jpeg|png|heic|heif)$/;
/** Spec 2 §9. */
const MAX_WIDTH = 800;
const MAX_HEIGHT = 600;
const QUALITY = 0.8;

export type Photo =
  | { state: 'none' | 'rejected' }
  /** `percent` is null while it is being shrunk. */
  | { state: 'uploading'; file: File; percent: number | null }
  | { state: 'failed'; file: File; error: Error };

/** `onUploaded` is called with the address of the photo. */
export function usePhoto(onUploaded: (url: string) => void) {
  const [photo, setPhoto] = useState<Photo>({ state: 'none' });
  const running = useRef<AbortController>(null);
  const finish = useEffectEvent(onUploaded);
  const [chosen, setChosen] = useState<{ file: File } | null>(null);

  useEffect(() => {
    if (!chosen) return;
    const { file } = chosen;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const run = async () => {
      const small = await shrink(file);
      if (signal.aborted) return;
      if (small.size > MAX_UPLOAD_BYTES) return setPhoto({ state: 'rejected' });
      const onProgress = (share: number) => setPhoto({ state: 'uploading', file, percent: Math.floor(share * 100) });
      const { url } = await upload(media.upload, { file: small }, { onProgress, signal });
      finish(url);
      setPhoto({ state: 'none' });
    };
    run().catch((error) => {
      if (!signal.aborted) setPhoto({ state: 'failed', file, error });
    });
    return () => controller.abort();
  }, [chosen]);

  return {
    photo,
    /** Uploads a file, in place of the one being uploaded. */
    choose(file: File) {
      const isPhoto = PHOTO.test(file.type);
      setPhoto(isPhoto ? { state: 'uploading', file, percent: null } : { state: 'rejected' });
      setChosen(isPhoto ? { file } : null);
    },
    cancel() {
      running.current?.abort();
      setChosen(null);
      setPhoto({ state: 'none' });
    },
  };
}

/** Upright, at most 800 × 600 pixels; the file itself where it is small enough or the browser cannot decode it. */
async function shrink(file: File): Promise<File> {
  if (!SHRUNK.test(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_WIDTH / bitmap.width, MAX_HEIGHT / bitmap.height);
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    if (scale === 1 && type === file.type) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    return blob ? new File([blob], file.name, { type }) : file;
  } catch {
    // Damaged, or of a kind that this browser does not decode: the server decides.
    return file;
  }
}
