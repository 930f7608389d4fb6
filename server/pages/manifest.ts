/** The web app manifest, in both languages. */
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';

const icon = (src: string, size: number, purpose = 'any') => ({
  src: `/icons/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export function manifestOf(language: Language): object {
  const { words } = allWords[language];
  const shortcut = (name: keyof typeof words, path: string) => ({
    name: words[name],
    url: addressIn(language, path),
    icons: [icon('icon-192.png', 192)],
  });
  const screenshot = (name: 'phone' | 'wide', sizes: string) => ({
    src: `/screenshots/${name}-${language}.webp`,
    sizes,
    type: 'image/webp',
    label: words['app.siteLabel'],
    form_factor: name === 'wide' ? 'wide' : 'narrow',
  });
  return {
    id: '/',
    name: `${words['app.name']}: ${words['app.siteLabel']}`,
    short_name: words['app.name'],
    description: words['app.description'],
    lang: language,
    dir: 'ltr',
    start_url: addressIn(language, '/'),
    scope: '/',
    display: 'standalone',
    background_color: '#fbf7f1',
    theme_color: '#fbf7f1',
    categories: ['beauty', 'shopping', 'lifestyle'],
    icons: [icon('icon-192.png', 192), icon('icon-512.png', 512), icon('icon-maskable-512.png', 512, 'maskable')],
    shortcuts: [
      shortcut('nav.categories', '/categories'),
      shortcut('nav.favorites', '/favorites'),
      shortcut('nav.cart', '/cart'),
    ],
    screenshots: [screenshot('phone', '780x1688'), screenshot('wide', '1280x800')],
  };
}
