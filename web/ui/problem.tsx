/** Empty, failed and missing content. */
import { type ReactNode, useEffect, useState } from 'react';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { onConnection, useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from './button.tsx';

type Level = 'h1' | 'h2';

interface ProblemProps {
  text: string;
  /** `h1` where it is the whole page. */
  level?: Level;
  retry: () => void;
}

/** For a page whose data could not be fetched: the reason and a retry button; while offline, a notice. */
export function Problem({ text, level = 'h2', retry }: ProblemProps) {
  const t = useT();
  const offline = useOffline();
  useAnnounce(!offline && `${t('errorFallback.title')}. ${text}`);
  if (offline) return <Offline level={level} />;
  return (
    <EmptyState art="offline" title={t('errorFallback.title')} text={text} level={level}>
      <Button onClick={retry}>{t('common.tryAgain')}</Button>
    </EmptyState>
  );
}

/** For content that is missing while offline and loads with the connection; the banner says that it is lost. */
export function Offline({ level = 'h2' }: { level?: Level }) {
  const t = useT();
  return <EmptyState art="offline" title={t('offline.title')} text={t('offline.missing')} level={level} />;
}

/** For a part of a page that could not be fetched; `what` names it. */
export function MissingPart({ what, error, retry }: { what: string; error: Error; retry: () => void }) {
  const t = useT();
  const offline = useOffline();
  const reason = offline ? t('offline.missing') : reasonOf(error, t);
  useAnnounce(!offline && `${what} ${reason}`);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-2xl bg-raised p-4 text-sm">
      <p className="min-w-0 flex-[1_1_10rem]">
        <strong>{what}</strong> {reason}
      </p>
      {!offline && (
        <Button variant="secondary" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  );
}

/** Drawing (a file in /art), title, one sentence, one action. */
export function EmptyState({
  art,
  title,
  titleId,
  text,
  level = 'h2',
  children,
}: {
  art: string;
  title: string;
  titleId?: string;
  text?: string | undefined;
  level?: 'h1' | 'h2' | 'h3' | undefined;
  children?: ReactNode;
}) {
  const Title = level;
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-3 py-10 text-center wrap-anywhere">
      <Art name={art} />
      <Title id={titleId} className="text-xl">
        {title}
      </Title>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-col items-stretch gap-2">{children}</div>}
    </div>
  );
}

/** Keeps its place when it fails to load, and retries when the connection is back. */
function Art({ name }: { name: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => (failed === null ? undefined : onConnection((isOnline) => isOnline && setFailed(null))), [failed]);
  if (failed === name) return <div aria-hidden="true" className="h-45 w-60" />;
  return (
    <img
      src={`/art/${name}.svg`}
      alt=""
      width={240}
      height={180}
      className="h-45 w-60"
      onError={() => setFailed(name)}
      ref={(element) => {
        // It may have failed before hydration.
        if (element?.complete && element.naturalWidth === 0) setFailed(name);
      }}
    />
  );
}

/** Shown without JavaScript, where buttons that need it are hidden. */
export function NoScriptNotice({ text }: { text?: string }) {
  const t = useT();
  return (
    <noscript>
      <p className="rounded-2xl bg-raised p-4">{text ?? t('common.needsScripts')}</p>
    </noscript>
  );
}
