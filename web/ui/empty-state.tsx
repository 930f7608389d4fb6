import { type ReactNode, useEffect, useState } from 'react';
import { onConnection } from '#web/kit/online.ts';

/** Picture, title, one sentence, one action. `art` names a drawing in /art. */
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
      {text && <p className="text-quiet">{text}</p>}
      {children && <div className="mt-3 flex flex-col items-stretch gap-2">{children}</div>}
    </div>
  );
}

/** Its place stays free where it cannot be fetched, until there is a connection again. */
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
        // It may have failed before anything here heard of it.
        if (element?.complete && element.naturalWidth === 0) setFailed(name);
      }}
    />
  );
}
