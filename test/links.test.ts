import { expect, test } from 'vitest';
import { pageAt } from '#web/routes.ts';
import { filesOf, textOf } from './sources.ts';

test('every address that is written in a link is a page', () => {
  const written = filesOf('web/**/*.tsx').flatMap((path) =>
    [...textOf(path).matchAll(/\bto(?:="|: ')(\/[^"'$]*)["']/g)].map(([, to = '']) => to),
  );
  expect(written.length).toBeGreaterThan(10);
  for (const to of written) {
    const { pathname, searchParams } = new URL(to, 'http://here');
    expect(pageAt(pathname, searchParams).route.path, to).not.toBe('*');
  }
});
