/** The chosen theme: the page wears it at once, and the server renders the next one in it. */
import { useEffect, useSyncExternalStore } from 'react';
import { frameColours, type Theme } from '#core/domain/themes.ts';
import { onRemembered, remember, storedTheme } from './preferences.ts';

export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(onRemembered, storedTheme, () => 'system' as const);
  useEffect(() => {
    const wear = () => wearTheme(storedTheme());
    wear();
    return onRemembered(wear);
  }, []);
  return { theme, choose: (next) => remember('theme', next) };
}

function wearTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const [device, colour] of Object.entries(frameColours(theme))) {
    document.querySelector(`meta[name=theme-color][media*=${device}]`)?.setAttribute('content', colour);
  }
}
