export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Unknown values are `system`. */
export function toTheme(value: unknown): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}

/** Values of `<meta name="theme-color">` by the theme of the device; the page backgrounds of `web/ui/tokens.css`. */
export function frameColours(theme: Theme): Record<'light' | 'dark', string> {
  const grounds = { light: '#fbf7f1', dark: '#1b1218' };
  return theme === 'system' ? grounds : { light: grounds[theme], dark: grounds[theme] };
}
