import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDownload } from './use-download.ts';

/** All that is held of somebody, as a file. */
export function DownloadButton() {
  const t = useT();
  const { isPending, mutate } = useDownload();
  return (
    <Button variant="secondary" className="self-start" isPending={isPending} onClick={() => mutate()}>
      {t(isPending ? 'privacy.own.downloading' : 'privacy.own.download')}
    </Button>
  );
}
