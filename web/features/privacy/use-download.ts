import { useMutation } from '@tanstack/react-query';
import { privacy } from '#core/contract/privacy.ts';
import { api } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toastFailure } from '#web/kit/reason.ts';
import { toast } from '#web/kit/toasts.ts';

export function useDownload() {
  const t = useT();
  return useMutation({
    mutationFn: () => api.call(privacy.export),
    onSuccess: (file) => {
      save(file);
      toast({ tone: 'done', title: t('privacy.own.downloaded') });
    },
    onError: (error) => toastFailure(error, { t, text: t('privacy.own.downloadFailed') }),
  });
}

function save(file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `bukuri-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // The browser has to have begun with it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
