import { useMutation } from '@tanstack/react-query';
import { privacy } from '#core/contract/privacy.ts';
import { saveFile } from '#web/kit/browser.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';

/** Downloads the personal data as a file. */
export function DownloadButton() {
  const t = useT();
  const { isPending, mutate } = useDownload();
  return (
    <Button variant="secondary" className="self-start" isPending={isPending} onClick={() => mutate()}>
      {t(isPending ? 'privacy.own.downloading' : 'privacy.own.download')}
    </Button>
  );
}

function useDownload() {
  const t = useT();
  return useMutation({
    mutationFn: () => api.call(privacy.export),
    onSuccess: (file) => {
      saveFile(file, `bukuri-${new Date().toISOString().slice(0, 10)}.json`);
      toast({ tone: 'done', title: t('privacy.own.downloaded') });
    },
    onError: (error) => toastFailure(error, { t, text: t('privacy.own.downloadFailed') }),
  });
}
