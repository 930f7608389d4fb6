/** What the route table says of the pages is what they are. */
import { expect, test } from 'vitest';
import { pageAt, routes } from '#web/routes.ts';
import { filesOf, textOf } from './sources.ts';

test('every page has an address, but for the one that stands where there is none', () => {
  const nowhere = pageAt('/nowhere', new URLSearchParams()).route;
  expect([...routes, nowhere].map(({ file }) => file).sort()).toEqual(filesOf('web/pages/*.page.tsx'));
});

test('a page that shows a guest the way in is not offered to search engines', () => {
  const behindTheDoor = routes.filter(({ file }) => textOf(file).includes('<RequireUser'));
  expect(behindTheDoor.length).toBeGreaterThan(2);
  expect(behindTheDoor).toEqual(routes.filter(({ access }) => access === 'user'));
});
