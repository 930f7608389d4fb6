import { useT } from '../kit/i18n.tsx';
import { useOffline } from '../kit/online.ts';
import { reasonOf } from '../kit/reason.ts';
import { useSaid } from '../kit/voice.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type Level = 'h1' | 'h2';

interface ProblemProps {
  /** Why, in words. */
  text: string;
  /** `h1` where nothing else stands. */
  level?: Level;
  retry: () => void;
}

/** A screen whose data could not be fetched: what happened and a way to try again. Without a connection it waits for that. */
export function Problem({ text, level = 'h2', retry }: ProblemProps) {
  const t = useT();
  const offline = useOffline();
  useSaid(!offline && `${t('errorFallback.title')}. ${text}`);
  if (offline) return <Offline level={level} />;
  return (
    <EmptyState art="offline" title={t('errorFallback.title')} text={text} level={level}>
      <Button onClick={retry}>{t('common.tryAgain')}</Button>
    </EmptyState>
  );
}

/** What stands where something is missing that comes by itself with the connection; that it is lost says the banner. */
export function Offline({ level = 'h2' }: { level?: Level }) {
  const t = useT();
  return <EmptyState art="offline" title={t('offline.title')} text={t('offline.missing')} level={level} />;
}

/** In the place of a part of a screen that could not be fetched; `what` says which. */
export function MissingPart({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  const t = useT();
  const offline = useOffline();
  const reason = offline ? t('offline.missing') : reasonOf(error, t);
  useSaid(!offline && `${what} ${reason}`);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-raised p-4 text-sm">
      <p className="min-w-0 flex-[1_1_10rem]">
        <strong>{what}</strong> {reason}
      </p>
      {!offline && (
        <Button look="quiet" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}
