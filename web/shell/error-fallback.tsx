import { useEffect } from 'react';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { onConnection, useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/icons.ts';
import { Offline } from '#web/ui/problem.tsx';

/** In place of a page that failed to render, or of the whole app. Retries by itself when the connection is back. */
export function ErrorFallback({ retry, isWhole = false }: { retry: () => void; isWhole?: boolean }) {
  const t = useT();
  const offline = useOffline();
  useEffect(() => onConnection((isOnline) => isOnline && retry()), [retry]);
  useAnnounce(!offline && `${t('errorFallback.title')}. ${t('errorFallback.text')}`);
  if (offline) return <Offline level="h1" />;
  const Box = isWhole ? 'main' : 'div';
  return (
    <Box
      className={`mx-auto flex max-w-md flex-col items-center justify-center gap-4 px-6 text-center ${isWhole ? 'min-h-dvh' : 'min-h-[50dvh]'}`}
    >
      <span className="text-brand">
        <Mark size={56} />
      </span>
      <h1 className="text-2xl">{t('errorFallback.title')}</h1>
      <p className="text-muted">{t('errorFallback.text')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('common.refreshPage')}
        </Button>
      </div>
    </Box>
  );
}
