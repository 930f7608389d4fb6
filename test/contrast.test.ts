/** Contrasts of WCAG 2.2, computed from the tokens: text 4.5 : 1, edges of controls and signs 3 : 1, in light and dark. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

type Theme = 'light' | 'dark';

const tokens = new Map(
  [...textOf('web/ui/tokens.css').matchAll(/--color-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
);

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Theme, ...names: [string, string]): number {
  const [one = 0, other = 0] = names.map((name) => luminance(tokens.get(name)?.[theme] ?? ''));
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const kinds = ['hair', 'skin', 'nails', 'eyebrows', 'lips', 'massage', 'spa'];
const grounds = ['ground', 'surface', 'raised'];
const texts: [string, string][] = [
  ...['ink', 'quiet', 'brand', 'honey', 'olive', 'alert'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ...kinds.map((kind): [string, string] => [`${kind}-ink`, kind]),
  ...kinds.map((kind): [string, string] => ['ink', kind]),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-deep'],
  ['on-olive', 'olive'],
  ['ink', 'olive-soft'],
  ['quiet', 'olive-soft'],
  ['alert', 'alert-soft'],
  ['ground', 'ink'],
  ['ivory', 'pomegranate'],
];

test.each(['light', 'dark'] as const)('text can be read in the %s theme, placeholders too', (theme) => {
  expect(tokens.size).toBeGreaterThan(30);
  for (const [text, ground] of texts)
    expect.soft(contrast(theme, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test.each(['light', 'dark'] as const)(
  'edges of controls and the outline of focus are seen in the %s theme',
  (theme) => {
    for (const ground of grounds)
      for (const edge of ['edge', 'brand'])
        expect.soft(contrast(theme, edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
  },
);

/** The browser draws these itself, or nobody sees them. */
const DRAWN = /type="(radio|checkbox|file|hidden)"|\bhidden \/>/;

test('what one writes or chooses in has an edge that is seen', () => {
  let found = 0;
  for (const path of filesOf('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))) {
    for (const [control] of textOf(path).matchAll(/<(input|select|textarea)\b[\s\S]*?\/?>\n/g)) {
      if (DRAWN.test(control)) continue;
      found++;
      expect.soft(control, path).toMatch(/border-edge|\$\{boxStyle\}/);
    }
  }
  expect(found).toBeGreaterThan(5);
  const [box] = /boxStyle = .*/.exec(textOf('web/ui/form/field-frame.tsx')) ?? [];
  const [stepper] = /role="group"[^>]*className="[^"]*"/.exec(textOf('web/features/cart/cart-line.tsx')) ?? [];
  for (const edged of [box, stepper]) expect.soft(edged).toContain('border-edge');
});
