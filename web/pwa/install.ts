/** Installation of the web app: the prompt of the browser, and whether the app is installed. */
import { useSyncExternalStore } from 'react';

/** Not in the DOM types: Chromium only. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `manual`: the browser has no prompt, or does not offer it now. */
type Installation = 'unknown' | 'promptable' | 'manual' | 'installed';

let prompt: InstallPrompt | null = null;
let installation: Installation = 'unknown';
const listeners = new Set<() => void>();

function set(next: Installation): void {
  installation = next;
  for (const listener of listeners) listener();
}

export const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** Called before the first render: the browser offers its prompt once. */
export function watchInstallation(): void {
  set(isStandalone() ? 'installed' : 'manual');
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    set('promptable');
  });
  window.addEventListener('appinstalled', () => set('installed'));
}

/** Shows the prompt of the browser. A failure is only logged (Spec 1 §1). */
export async function install(): Promise<void> {
  const shown = prompt;
  prompt = null;
  try {
    const outcome = (await shown?.prompt())?.outcome;
    set(outcome === 'accepted' ? 'installed' : 'manual');
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: Spec 1 §1 wants it logged
    console.warn('The app could not be installed', error);
    set('manual');
  }
}

/** `unknown` on the server and during hydration. */
export function useInstallation(): Installation {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => installation,
    () => 'unknown',
  );
}
