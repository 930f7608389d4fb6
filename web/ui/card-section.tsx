import { type ReactNode, useId } from 'react';

/** A section of a page as a card with a heading. */
export function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card sm:p-7">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
