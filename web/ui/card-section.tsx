import { type ReactNode, useId } from 'react';

interface Props {
  /** For addresses that lead to it. */
  id?: string;
  title: string;
  children: ReactNode;
}

/** A section of a page as a card with a heading. */
export function CardSection({ id: anchor, title, children }: Props) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="flex scroll-mt-20 flex-col gap-4 rounded-card bg-surface p-5 shadow-card sm:px-7"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
