/** How pages look: as the device wants it, or as the reader does. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** The theme that a stored value means; anything unknown is that of the device. */
export function toTheme(value: unknown): Theme {
  return themes.find((theme) => theme === value) ?? 'system';
}

/** What the frame of the browser wears, by the theme of the device; as the ground of our pages (`web/ui/tokens.css`). */
export function frameColours(theme: Theme): Record<'light' | 'dark', string> {
  const grounds = { light: '#fbf7f1', dark: '#1b1218' };
  return theme === 'system' ? grounds : { light: grounds[theme], dark: grounds[theme] };
}
