/** A search field: reports the trimmed text while it is typed, or when it is submitted. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Search, X } from './icons.ts';

/** Spec 1 §9. */
const DEBOUNCE_MS = 50;

interface Props {
  id?: string;
  label: string;
  placeholder: string;
  value: string;
  /** Gets the trimmed text. */
  onSearch: (text: string) => void;
  /** Debounces by 50 ms, except on submit. */
  isLive?: boolean;
}

/** Without JavaScript it is a form of the home page. */
export function SearchBox({ id = 'search', label, placeholder, ...search }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { text, write, tell } = useSearchText(search);
  return (
    <search>
      <form
        method="get"
        action="/"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          tell();
        }}
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search size={20} className="pointer-events-none absolute inset-y-0 left-[16px] my-auto text-muted" />
        <input
          ref={input}
          id={id}
          name="search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={(event) => write(event.target.value)}
          placeholder={placeholder}
          className={`h-[52px] w-full rounded-full border border-edge bg-surface pl-[48px] text-ellipsis text-[min(1rem,5vw,22px)] shadow-card [&::-webkit-search-cancel-button]:hidden ${text ? 'pr-[48px]' : 'pr-[12px]'}`}
        />
        {text && (
          <button
            type="button"
            aria-label={t('common.clearSearch')}
            onClick={() => {
              write('');
              input.current?.focus();
            }}
            className="absolute right-[4px] top-[4px] grid size-[44px] place-items-center rounded-full text-muted hover:bg-raised"
          >
            <X size={18} />
          </button>
        )}
      </form>
    </search>
  );
}

function useSearchText({ value, onSearch, isLive = true }: Omit<Props, 'id' | 'label' | 'placeholder'>) {
  const [text, setText] = useState(value);
  const told = useRef(value);
  // Of two boxes for one search, only the edited one reports.
  const isWritten = useRef(false);
  const show = useCallback((known: string) => {
    isWritten.current = false;
    setText(known);
  }, []);
  const write = (next: string) => {
    isWritten.current = true;
    setText(next);
  };
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    show(value);
  }, [value, show]);
  const tell = useCallback(() => {
    const next = text.trim();
    if (!isWritten.current || next === told.current) return;
    told.current = next;
    onSearch(next);
  }, [text, onSearch]);
  useEffect(() => {
    if (!isLive) return;
    const timer = setTimeout(tell, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [tell, isLive]);
  useEffect(() => {
    // An unsent text is discarded when home is left.
    if (!isLive) return () => show(told.current);
  }, [isLive, show]);
  return { text, write, tell };
}
