/** The theme of this browser. */
import { useEffect, useSyncExternalStore } from 'react';
import { frameColours, type Theme, toTheme } from '#core/domain/themes.ts';
import { cookie, onPreferenceChange, savePreference, stored } from './preferences.ts';

export function storedTheme(): Theme {
  return toTheme(cookie('theme') ?? stored('theme'));
}

export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(onPreferenceChange, storedTheme, () => 'system' as const);
  useEffect(() => {
    const apply = () => applyTheme(storedTheme());
    apply();
    return onPreferenceChange(apply);
  }, []);
  return { theme, choose: (next) => savePreference('theme', next) };
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const [device, colour] of Object.entries(frameColours(theme))) {
    document.querySelector(`meta[name=theme-color][media*=${device}]`)?.setAttribute('content', colour);
  }
}
