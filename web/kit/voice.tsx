/**
 * What a screen reader says besides where focus goes (WCAG 4.1.3): each event once, in the order of events, by the one
 * voice that can be heard. What is open in a dialog silences all that stands outside it, so a dialog has a voice too.
 */
import { useEffect } from 'react';
import { heard } from '#core/i18n/heard.ts';
import { topDialog } from './dialogs.ts';

/** A place that came just now, with a dialog, has to be known before something is added to it, in ms. */
const PAUSE_MS = 150;
/** How long a text stays, in ms; only what is added is said, so that nobody hears it go. */
const KEPT_MS = 5000;

const waiting = new Map<string, string>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says it once, at the next pause, in place of what waits to be said about the same. */
export function say(text: string, about = text): void {
  waiting.set(about, heard(text));
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
  for (const text of waiting.values()) {
    const line = document.createElement('p');
    line.textContent = text;
    place?.append(line);
    setTimeout(() => line.remove(), KEPT_MS);
  }
  waiting.clear();
}

/** Says what has come to stand on the screen, or stands there still after so many ms. */
export function useSaid(text: string | null | undefined | false, after = 0): void {
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => say(text), after);
    return () => clearTimeout(timer);
  }, [text, after]);
}

/** The place where things are said: one for the page, one in each dialog. Empty, and always there. */
export const Voice = () => <div data-voice="" role="log" aria-live="polite" className="sr-only" />;
