/** The picture or video of a deal: a file, the camera, the media library or, in the form of administrators, an address. */
import { type ChangeEvent, type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { isVideo, stillOf } from '#core/domain/media.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useField, useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { boxStyle, FieldFrame } from '#web/ui/form/text-fields.tsx';
import type { Icon } from '#web/ui/icons.ts';
import { Camera, Images, Upload } from '#web/ui/more-icons.ts';
import { acceptOf } from './prepare-file.ts';
import type { MediaUpload, useMediaUpload } from './use-media-upload.ts';

const MediaGrid = lazyForm(async () => (await import('./media-grid.tsx')).MediaGrid, ['media']);

interface Props {
  name: string;
  upload: ReturnType<typeof useMediaUpload>;
  /** Offers to type an address, which an uploaded file takes precedence over. */
  hasUrl?: boolean;
  /** In place of the words for the picture or video of a deal. */
  label?: string;
  hint?: string;
  isSquare?: boolean;
}

/** Uploads at once; its value is the address. Needs the message area `media`. */
export function MediaField({ name, upload, hasUrl = false, label, hint, isSquare = false }: Props) {
  const t = useT();
  const { current, rules } = upload;
  const { frame, aria } = useField(name, {
    label: label ?? t(rules.hasVideos ? 'dealForm.media' : 'dealForm.media.photo'),
    hint: hint ?? t(rules.hasVideos ? 'dealForm.media.hint' : 'dealForm.media.hint.admin'),
  });
  const { field } = useController({ control: useFormContext().form.control, name });
  const [isChoosing, setChoosing] = useState(false);
  const address: string = field.value ?? '';
  const isOwn = address.startsWith('/');
  const [typed, setTyped] = useState(isOwn ? '' : address);
  const said = wordsOf(current, t);
  const isUploading = current.state === 'uploading';
  useAnnounce(isUploading ? null : said);
  return (
    <FieldFrame {...frame} error={(!isUploading && said) || frame.error}>
      <Preview current={current} address={address} isSquare={isSquare} />
      <UploadProgress current={current} label={frame.label} />
      <Sources
        aria={aria}
        upload={upload}
        inputRef={field.ref}
        isFilled={hasUrl ? isOwn : address !== ''}
        onLibrary={() => setChoosing(true)}
        onDrop={() => field.onChange((hasUrl && typed) || null)}
      />
      {hasUrl && (
        <UrlField
          id={`${aria.id}-url`}
          value={typed}
          onChange={(url) => {
            setTyped(url);
            if (!isOwn) field.onChange(url.trim() || null);
          }}
        />
      )}
      {isChoosing && (
        <FormDialog title={t('dealForm.media.select')} onClose={() => setChoosing(false)}>
          <MediaGrid
            onSelect={({ url }) => {
              upload.cancel();
              field.onChange(url);
              setChoosing(false);
            }}
          />
        </FormDialog>
      )}
    </FieldFrame>
  );
}

interface SourcesProps {
  aria: ReturnType<typeof useField>['aria'];
  upload: Props['upload'];
  inputRef: (element: HTMLInputElement | null) => void;
  /** Whether there is something to remove. */
  isFilled: boolean;
  onLibrary: () => void;
  onDrop: () => void;
}

function Sources({ aria, upload, inputRef, isFilled, onLibrary, onDrop }: SourcesProps) {
  const t = useT();
  const { current, rules, choose, retry, cancel } = upload;
  const { state } = current;
  const input = useRef<HTMLInputElement>(null);
  const accept = acceptOf(rules);
  const drop = () => {
    cancel();
    if (state === 'none') onDrop();
    // The pressed button goes away.
    input.current?.focus();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Source
        Icon={Upload}
        text={t('dealForm.media.upload')}
        accept={accept}
        {...aria}
        ref={(element) => {
          input.current = element;
          inputRef(element);
        }}
        onFile={(file) => choose(file)}
      />
      <Source
        Icon={Camera}
        text={t('dealForm.media.camera')}
        accept={accept}
        id={`${aria.id}-camera`}
        capture="environment"
        onFile={(file) => choose(file)}
        className="pointer-fine:hidden"
      />
      <Button variant="secondary" aria-haspopup="dialog" onClick={onLibrary}>
        <Images size={18} /> {t('dealForm.media.library')}
      </Button>
      {state === 'posterNeeded' && (
        <Source
          Icon={Camera}
          text={t('dealForm.media.choosePoster')}
          accept={acceptOf({ ...rules, hasVideos: false })}
          id={`${aria.id}-poster`}
          onFile={(poster) => choose(current.file, poster)}
        />
      )}
      {state === 'failed' && (
        <Button variant="secondary" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      )}
      {state === 'uploading' && (
        <Button variant="plain" onClick={drop}>
          {t('dealForm.media.cancel')}
        </Button>
      )}
      {(state === 'failed' || state === 'posterNeeded' || (state === 'none' && isFilled)) && (
        <Button variant="plain" onClick={drop}>
          {t('dealForm.media.remove')}
        </Button>
      )}
    </div>
  );
}

function UrlField({ id, value, onChange }: { id: string; value: string; onChange: (url: string) => void }) {
  const t = useT();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        {t('image.orUrl')}
      </label>
      <input
        id={id}
        type="url"
        autoComplete="off"
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        className={`h-13 ${boxStyle}`}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('image.uploadWins')}
      </p>
    </div>
  );
}

/** How far an upload has come. */
export function UploadProgress({ current, label }: { current: MediaUpload; label: string }) {
  const t = useT();
  if (current.state !== 'uploading') return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <span>{wordsOf(current, t)}</span>
      <progress aria-label={label} max={100} value={current.percent ?? 0} className="h-2 w-full accent-brand" />
    </div>
  );
}

export function wordsOf(current: MediaUpload, t: Translate): string | undefined {
  switch (current.state) {
    case 'rejected':
      return current.reason ?? t('dealForm.media.rejected');
    case 'posterNeeded':
      return t('media.posterNeeded');
    case 'failed':
      return `${t('dealForm.media.failed')} ${reasonOf(current.error, t)}`;
    case 'uploading':
      return current.percent === null
        ? t('dealForm.media.preparing')
        : t('dealForm.media.progress', { percent: current.percent });
    case 'none':
      return current.isHevc ? t('media.hevc') : undefined;
  }
}

/** The chosen file until its upload is over, then what is at the address. */
function Preview({ current, address, isSquare }: { current: MediaUpload; address: string; isSquare: boolean }) {
  const t = useT();
  const file = 'file' in current ? current.file : undefined;
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const look = `${isSquare ? 'size-28' : 'aspect-2/1 w-full'} rounded-2xl bg-raised object-cover ${file ? 'opacity-60' : ''}`;
  if (url && file?.type.startsWith('video/'))
    return <video src={url} muted playsInline preload="metadata" aria-label={file.name} className={look} />;
  const shown = url ?? (address && stillOf(address, 640));
  if (!shown) return null;
  return (
    <img
      src={shown}
      alt={t(isVideo(address) ? 'dealForm.media.chosenVideo' : 'dealForm.media.chosen')}
      className={look}
    />
  );
}

interface SourceProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  Icon: Icon;
  text: string;
  /** Called for each chosen file; several can be chosen with `multiple`. */
  onFile: (file: File) => void;
}

/** A file input that looks like a button. */
export function Source({ Icon, text, onFile, className = '', ...input }: SourceProps) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Lets the same file be chosen again; what is not accepted is cleared.
    event.target.value = '';
    for (const file of files) onFile(file);
  };
  return (
    <span className={`relative inline-flex ${className}`}>
      <input {...input} type="file" onChange={pick} aria-label={text} className="peer sr-only" />
      <label
        htmlFor={input.id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge bg-surface px-5 text-sm font-semibold peer-focus-visible:outline-3 peer-focus-visible:outline-brand"
      >
        <Icon size={18} /> {text}
      </label>
    </span>
  );
}
