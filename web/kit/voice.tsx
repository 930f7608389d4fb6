/**
 * What a screen reader says besides where focus goes (WCAG 4.1.3): each event once, in the order of events, by the one
 * voice that can be heard. What is open in a dialog silences all that stands outside it, so a dialog has a voice too.
 */
import { useEffect, useEffectEvent } from 'react';
import { heard } from '#core/i18n/heard.ts';
import { topDialog } from './dialogs.ts';

/** A place that came just now, with a dialog, has to be known before something is added to it, in ms. */
const PAUSE_MS = 150;
/** How long a text stays, in ms; only what is added is said, so that nobody hears it go. */
const KEPT_MS = 5000;

/** What stands in a text and may be in another language than the page, as the title of a deal (WCAG 3.1.2). */
export interface Part {
  text: string;
  lang?: string | undefined;
}

const waiting = new Map<string, { text: string; part: Part | undefined }>();
let timer: ReturnType<typeof setTimeout> | undefined;

interface How {
  about?: string;
  part?: Part | undefined;
}

/** Says it once, at the next pause, in place of what waits to be said about the same. */
export function say(text: string, { about = text, part }: How = {}): void {
  waiting.set(about, { text, part });
  clearTimeout(timer);
  timer = setTimeout(speak, PAUSE_MS);
}

/** Forgets what waits to be said. */
export function hush(): void {
  clearTimeout(timer);
  waiting.clear();
}

function speak(): void {
  const place = (topDialog() ?? document).querySelector('[data-voice]');
  for (const { text, part } of waiting.values()) {
    const line = document.createElement('p');
    line.append(...inLanguages(text, part));
    place?.append(line);
    setTimeout(() => line.remove(), KEPT_MS);
  }
  waiting.clear();
}

const plain = (text: string) => heard(text, document.documentElement.lang === 'en' ? 'en' : 'sq');

function inLanguages(text: string, part: Part | undefined): (string | Node)[] {
  const at = part?.lang ? text.indexOf(part.text) : -1;
  if (!part?.lang || at < 0) return [plain(text)];
  const foreign = document.createElement('span');
  foreign.lang = part.lang;
  foreign.textContent = part.text;
  return [plain(text.slice(0, at)), foreign, plain(text.slice(at + part.text.length))];
}

/** Sentences one after the other, each with one stop. */
export const inSentences = (...texts: (string | undefined | false)[]): string =>
  texts
    .filter(Boolean)
    .join('. ')
    .replace(/([.!?…])\. /g, '$1 ');

/** Says what has come to stand on the screen, or stands there still after so many ms. */
export function useSaid(
  text: string | null | undefined | false,
  { after = 0, part }: { after?: number; part?: Part } = {},
) {
  const speakUp = useEffectEvent((text: string) => say(text, { part }));
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => speakUp(text), after);
    return () => clearTimeout(timer);
  }, [text, after]);
}

/** The place where things are said: one for the page, one in each dialog. Empty, and always there. */
export const Voice = () => <div data-voice="" role="log" aria-live="polite" className="sr-only" />;
