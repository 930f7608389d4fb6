import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { MediaUpload } from '#web/features/media/use-media-upload.ts';
import type { useSubmit } from '#web/kit/forms/form.ts';

/** Sends the form once the file is uploaded; until then it can be changed. */
export function useWaitForUpload(
  state: MediaUpload['state'],
  { form, submit }: Pick<ReturnType<typeof useSubmit>, 'form' | 'submit'>,
) {
  const [isWaiting, setWaiting] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const isUploading = state === 'uploading';
  useEffect(() => {
    if (!isWaiting || isUploading) return;
    setWaiting(false);
    if (state === 'none') box.current?.requestSubmit();
  }, [isWaiting, isUploading, state]);
  return {
    isWaiting,
    giveUp: () => setWaiting(false),
    submit: (event: FormEvent<HTMLFormElement>) => {
      if (!isUploading) return submit(event);
      event.preventDefault();
      event.stopPropagation();
      box.current = event.currentTarget;
      void form.trigger(undefined, { shouldFocus: true }).then((isValid) => isValid && setWaiting(true));
    },
  };
}
