/**
 * Announcements for screen readers beside moving focus (WCAG 4.1.3): each event once, in order, in one live region. An open
 * dialog hides everything outside from assistive technology, so each dialog has a live region of its own.
 */
import { useEffect, useEffectEvent } from 'react';
import { toSpoken } from '#core/i18n/spoken.ts';
import { topDialog } from './dialogs.ts';

/** A live region that was just mounted must be known to the screen reader before text is added, in ms. */
const DELAY_MS = 150;
/** How long a text stays in the region, in ms; only additions are read. */
const KEPT_MS = 5000;

/** A part of a text that may be in another language than the page, such as a deal title (WCAG 3.1.2). */
export interface Part {
  text: string;
  lang?: string | undefined;
}

const queue = new Map<string, { text: string; part: Part | undefined }>();
let timer: ReturnType<typeof setTimeout> | undefined;

interface Options {
  /** Replaces a queued announcement about the same subject. */
  about?: string;
  part?: Part | undefined;
}

/** Announces a text once, debounced. */
export function announce(text: string, { about = text, part }: Options = {}): void {
  queue.set(about, { text, part });
  clearTimeout(timer);
  timer = setTimeout(flush, DELAY_MS);
}

/** Drops queued announcements. */
export function cancelAnnouncements(): void {
  clearTimeout(timer);
  queue.clear();
}

function flush(): void {
  const region = (topDialog() ?? document).querySelector('[data-live-region]');
  for (const { text, part } of queue.values()) {
    const line = document.createElement('p');
    line.append(...inLanguages(text, part));
    region?.append(line);
    setTimeout(() => line.remove(), KEPT_MS);
  }
  queue.clear();
}

const plain = (text: string) => toSpoken(text, document.documentElement.lang === 'en' ? 'en' : 'sq');

function inLanguages(text: string, part: Part | undefined): (string | Node)[] {
  const at = part?.lang ? text.indexOf(part.text) : -1;
  if (!part?.lang || at < 0) return [plain(text)];
  const foreign = document.createElement('span');
  foreign.lang = part.lang;
  foreign.textContent = part.text;
  return [plain(text.slice(0, at)), foreign, plain(text.slice(at + part.text.length))];
}

/** Joins sentences, each with one full stop. */
export const joinSentences = (...texts: (string | undefined | false)[]): string =>
  texts
    .filter(Boolean)
    .join('. ')
    .replace(/([.!?…])\. /g, '$1 ');

/** Announces a text that appears on the screen, if it is still there after `after` ms. */
export function useAnnounce(
  text: string | null | undefined | false,
  { after = 0, part }: { after?: number; part?: Part } = {},
) {
  const run = useEffectEvent((text: string) => announce(text, { part }));
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => run(text), after);
    return () => clearTimeout(timer);
  }, [text, after]);
}

/** One for the page and one in each dialog, always mounted. */
export const LiveRegion = () => <div data-live-region="" role="log" aria-live="polite" className="sr-only" />;
