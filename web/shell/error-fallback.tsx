import { useEffect } from 'react';
import { useT } from '../kit/i18n.tsx';
import { onConnection, useOffline } from '../kit/online.ts';
import { useSaid } from '../kit/voice.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { Offline } from '../ui/problem.tsx';

/** Instead of a page that broke, below the header; or of everything. It tries again by itself with the connection. */
export function ErrorFallback({ retry, isWhole = false }: { retry: () => void; isWhole?: boolean }) {
  const t = useT();
  const offline = useOffline();
  useEffect(() => onConnection((isOnline) => isOnline && retry()), [retry]);
  useSaid(!offline && `${t('errorFallback.title')}. ${t('errorFallback.text')}`);
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
      <p className="text-quiet">{t('errorFallback.text')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>{t('common.tryAgain')}</Button>
        <Button look="quiet" onClick={() => location.reload()}>
          {t('common.refreshPage')}
        </Button>
      </div>
    </Box>
  );
}
