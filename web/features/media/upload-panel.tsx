import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { media, Upload } from '#core/contract/media.ts';
import { MEDIA_CATEGORIES } from '#core/domain/media.ts';
import { parseTags } from '#core/domain/tags.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { upload } from '#web/kit/data/upload.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FileField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { acceptOf, isHevc, LIBRARY_FILES, prepareFile } from './prepare-file.ts';
import { isOfLibrary } from './use-media.ts';
import { faultIn } from './use-media-upload.ts';

/** Adds a file to the library. */
export function UploadPanel() {
  const t = useT();
  const queries = useQueryClient();
  const [percent, setPercent] = useState<number | null>(null);
  const [isPosterNeeded, setPosterNeeded] = useState(false);
  const [isLastHevc, setLastHevc] = useState(false);
  useAnnounce(isLastHevc && t('media.hevc'));
  const running = useRef<AbortController>(null);

  const send = async ({ file, poster, category, tags }: z.infer<typeof Upload>) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    try {
      setLastHevc(false);
      const prepared = await prepareFile(file, LIBRARY_FILES, poster);
      const body = { ...prepared, category, tags: JSON.stringify(parseTags(tags ?? '')) };
      const onProgress = (share: number) => setPercent(Math.floor(share * 100));
      const item = await upload(media.upload, body, { signal, onProgress });
      setLastHevc(await isHevc(file));
      return item;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      setPercent(null);
    }
  };
  const submission = useSubmit({
    shape: Upload,
    send,
    onDone: (item) => {
      if (!item) return;
      toast({ tone: 'done', title: t('media.uploadOk') });
      setPosterNeeded(false);
      form.reset({ category: '', tags: '' });
      void queries.invalidateQueries({ predicate: isOfLibrary });
    },
    onFailed: (_, error) => {
      const fault = faultIn(error, LIBRARY_FILES);
      if (fault === 'poster') setPosterNeeded(true);
      else if (fault) form.setError('file', { message: faults[fault] });
    },
    failed: t('media.uploadFailed'),
    failedTitle: t('media.uploadFailed'),
  });
  const { form } = submission;
  return (
    <Form submission={submission} action={t('media.upload')} pending={t('media.uploading')} isCompact>
      {isLastHevc && <p className="text-sm text-alert">{t('media.hevc')}</p>}
      <FileField name="file" label={t('media.file')} hint={t('media.resizeNote')} accept={acceptOf(LIBRARY_FILES)} />
      {isPosterNeeded && (
        <FileField
          name="poster"
          label={t('media.poster')}
          hint={t('media.posterNeeded')}
          accept={acceptOf({ ...LIBRARY_FILES, hasVideos: false })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="category"
          label={t('media.category')}
          none={t('media.category.none')}
          options={MEDIA_CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
        />
        <TextField name="tags" label={t('media.tags')} autoComplete="off" />
      </div>
      {percent !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <progress aria-label={t('media.uploading')} max={100} value={percent} className="h-2 flex-1 accent-brand" />
          <Button variant="plain" onClick={() => running.current?.abort()}>
            {t('dealForm.media.cancel')}
          </Button>
        </div>
      )}
    </Form>
  );
}

const faults = { type: 'fileType', size: 'fileTooLarge', unreadable: 'fileType' } as const;
