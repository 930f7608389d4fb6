import type { ReactNode, Ref } from 'react';
import { ChevronDown } from './icons.ts';

const looks = {
  card: {
    box: 'rounded-card bg-surface shadow-card',
    summary: 'gap-4 rounded-card p-[min(1.25rem,5vw)] sm:px-7',
    content: 'gap-5 px-[min(1.25rem,5vw)] pb-5 sm:px-7 sm:pb-7',
  },
  /** Of a list. */
  row: {
    box: 'rounded-card bg-surface shadow-card',
    summary: 'min-h-13 gap-3 rounded-card px-4 py-2',
    content: 'gap-4 p-4 pt-2',
  },
  /** Around cards of their own. */
  list: {
    box: 'scroll-mt-20',
    summary: 'gap-4 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card sm:px-7',
    content: 'gap-4 pt-4',
  },
  field: {
    box: 'rounded-2xl border border-line',
    summary: 'min-h-13 gap-3 rounded-2xl px-4 text-sm font-semibold',
    content: 'gap-4 p-4 pt-2',
  },
  text: { box: '', summary: 'min-h-11 gap-2 py-2 text-sm font-semibold', content: '' },
};

interface Props {
  id?: string | undefined;
  summary: ReactNode;
  look: keyof typeof looks;
  /** With `onToggle`, when the component around decides whether it is open. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  ref?: Ref<HTMLDetailsElement>;
  children: ReactNode;
}

/** Content that its summary opens and closes; works without scripts. */
export function Disclosure({ id, summary, look, isOpen, onToggle, ref, children }: Props) {
  const { box, summary: row, content } = looks[look];
  return (
    <details
      id={id}
      ref={ref}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
      className={`group ${box}`}
    >
      <summary className={`flex cursor-pointer items-center ${row}`}>
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown size={18} className="shrink-0 eased group-open:rotate-180" />
      </summary>
      <div className={`flex flex-col ${content}`}>{children}</div>
    </details>
  );
}
