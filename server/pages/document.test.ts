import { expect, test } from 'vitest';
import { documentOf } from './document.ts';

const documentWith = (image: string) =>
  documentOf({
    rendered: { head: { title: 'Bukuri', image, jsonLd: [{ image, name: 'Prerje' }] }, body: '', state: '{}' },
    files: { entry: '/entry.js', sheet: undefined, font: undefined, scripts: [] },
    stylesOf: () => '',
    theme: 'system' as const,
    language: 'sq',
    operator: null,
    origin: 'https://bukuri.example',
    isIndexed: true,
    trueAt: null,
  }).text;

test('canonical, alternate and image addresses, rendered, are absolute', () => {
  const text = documentWith('/pictures/share/home.jpg');
  expect(text).toContain('content="https://bukuri.example/pictures/share/home.jpg"');
  expect(text).toContain('"image":"https://bukuri.example/pictures/share/home.jpg"');
});

test('image with an invalid address, rendered, is left out', () => {
  const text = documentWith('http://[not-an-address');
  expect(text).toContain('<title>Bukuri</title>');
  expect(text).toContain('{"name":"Prerje"}');
  expect(text).not.toContain('not-an-address');
});
