import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { media } from '#core/contract/media.ts';
import { codeOfRefusal } from '#web/kit/data/api.ts';
import { upload } from '#web/kit/data/upload.ts';
import { FileError, type FileFault, type FileRules, faultOf, isHevc, prepareFile } from './prepare-file.ts';
import { isOfLibrary } from './use-media.ts';

export type MediaUpload =
  /** `isHevc`: what was uploaded is a video that many browsers play without a picture. */
  | { state: 'none'; isHevc?: boolean }
  /** `reason`: where the form has its own. */
  | { state: 'rejected'; reason: string | undefined }
  /** A video of which this browser cannot make a poster. */
  | { state: 'posterNeeded'; file: File }
  /** `percent` is null while it is being prepared. */
  | { state: 'uploading'; file: File; percent: number | null }
  | { state: 'failed'; file: File; error: Error };

interface Options {
  rules: FileRules;
  /** Called with the address of the picture or video. */
  onUploaded: (url: string) => void;
  onPrepared?: () => void;
  /** Returns the reason. */
  onRejected?: (fault: FileFault) => string;
}

/** One file that is checked, prepared and uploaded when it is chosen. */
export function useMediaUpload({ rules, onUploaded, onPrepared, onRejected }: Options) {
  const [current, setCurrent] = useState<MediaUpload>({ state: 'none' });
  const [chosen, setChosen] = useState<{ file: File; poster: File | undefined } | null>(null);
  const running = useRef<AbortController>(null);
  const queries = useQueryClient();

  const fail = useEffectEvent((error: Error, file: File) => {
    const fault = faultIn(error, rules);
    if (!fault) return setCurrent({ state: 'failed', file, error });
    if (fault === 'poster') return setCurrent({ state: 'posterNeeded', file });
    setCurrent({ state: 'rejected', reason: onRejected?.(fault) });
  });
  const run = useEffectEvent(
    async ({ file, poster }: { file: File; poster: File | undefined }, signal: AbortSignal) => {
      const body = await prepareFile(file, rules, poster);
      const isHevcVideo = await isHevc(file);
      if (signal.aborted) return;
      onPrepared?.();
      const onProgress = (share: number) => setCurrent({ state: 'uploading', file, percent: Math.floor(share * 100) });
      const { url } = await upload(media.upload, body, { onProgress, signal });
      onUploaded(url);
      setCurrent({ state: 'none', isHevc: isHevcVideo });
      void queries.invalidateQueries({ predicate: isOfLibrary });
    },
  );
  useEffect(() => {
    if (!chosen) return;
    const controller = new AbortController();
    running.current = controller;
    run(chosen, controller.signal).catch((error) => {
      if (!controller.signal.aborted) fail(error, chosen.file);
    });
    return () => controller.abort();
  }, [chosen]);

  return {
    current,
    rules,
    /** Uploads a file in place of the one being uploaded; `poster` goes with a video. */
    choose(file: File, poster?: File) {
      const fault = faultOf(file, rules) ?? (poster && faultOf(poster, { ...rules, hasVideos: false }));
      if (!fault) setCurrent({ state: 'uploading', file, percent: null });
      else setCurrent({ state: 'rejected', reason: onRejected?.(fault) });
      setChosen(fault ? null : { file, poster });
    },
    /** Uploads the same file again. */
    retry() {
      if (!chosen) return;
      setCurrent({ state: 'uploading', file: chosen.file, percent: null });
      setChosen({ ...chosen });
    },
    cancel() {
      running.current?.abort();
      setChosen(null);
      setCurrent({ state: 'none' });
    },
  };
}

/** Why the file was refused by this browser; also where only the server saw that it is a video. */
export function faultIn(error: unknown, { hasVideos }: FileRules): FileFault | null {
  if (codeOfRefusal(error) === 'media.poster') return hasVideos ? 'poster' : 'type';
  return error instanceof FileError ? error.fault : null;
}
