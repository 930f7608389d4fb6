import type { ReactNode } from 'react';

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
      <img src={`/art/${art}.svg`} alt="" width={240} height={180} className="h-45 w-60" />
      <Title id={titleId} className="text-xl">
        {title}
      </Title>
      {text && <p className="text-quiet">{text}</p>}
      {children && <div className="mt-3 flex flex-col items-stretch gap-2">{children}</div>}
    </div>
  );
}
