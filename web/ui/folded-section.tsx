import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from '#web/kit/router/location.tsx';
import { Disclosure } from './disclosure.tsx';

interface Props {
  /** For addresses that lead to it. */
  id: string;
  title: string;
  /** What is worth knowing while it is closed. */
  numbers?: ReactNode;
  /** Opens it, also when that becomes true later. */
  needsAttention?: boolean;
  look?: 'card' | 'list';
  children: ReactNode;
}

/** A section of a page that is closed until it is asked for: by a press, by an address that names it or something in it. */
export function FoldedSection({ id, title, numbers, needsAttention = false, look = 'card', children }: Props) {
  const { hash, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const shownFor = useRef('');
  const [didNeed, setDidNeed] = useState(needsAttention);
  const [isOpen, setOpen] = useState(needsAttention);
  if (needsAttention !== didNeed) {
    setDidNeed(needsAttention);
    if (needsAttention) setOpen(true);
  }
  // After each render: what the address names may be loaded later.
  useEffect(() => {
    const named = hash ? document.getElementById(hash.slice(1)) : null;
    if (!named || !details.current?.contains(named) || shownFor.current === key + hash) return;
    shownFor.current = key + hash;
    details.current.open = true;
    named.scrollIntoView({ block: named === details.current ? 'start' : 'center' });
  });
  return (
    <section aria-labelledby={`${id}-title`}>
      <Disclosure
        id={id}
        ref={details}
        look={look}
        isOpen={isOpen}
        onToggle={setOpen}
        summary={
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl">
            <span id={`${id}-title`}>{title}</span> {numbers}
          </h2>
        }
      >
        {children}
      </Disclosure>
    </section>
  );
}
