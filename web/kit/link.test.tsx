import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Link } from './link.tsx';

function Here() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname} ${JSON.stringify(state?.preview ?? null)}`}</output>;
}

const From = () => <output>{useLocation().state?.from}</output>;

function showLink(more: Partial<Parameters<typeof Link>[0]> = {}) {
  show(
    <>
      <Link to="/cart" {...more}>
        go
      </Link>
      <Here />
    </>,
  );
  return screen.getByText('go');
}
/** What the browser would do is not done here. */
const leaveAlone = () => window.addEventListener('click', (event) => event.preventDefault(), { once: true });
const here = () => screen.getByRole('status').textContent;

test('a press leads on within the shop', () => {
  fireEvent.click(showLink());
  expect(here()).toBe('/cart null');
});

test('what a page knows of the next one travels along', () => {
  fireEvent.click(showLink({ over: { title: 'Prerje' } }));
  expect(here()).toBe('/cart {"title":"Prerje"}');
});

test('the next page knows which one was before it, also when one goes to it again', () => {
  show(
    <>
      <Link to="/cart">go</Link>
      <From />
    </>,
    { at: '/categories?city=vlore' },
  );
  for (let time = 0; time < 2; time++) fireEvent.click(screen.getByText('go'));
  expect(here()).toBe('/categories?city=vlore');
});

test('the next page is not told a link that was mailed', () => {
  show(
    <>
      <Link to="/cart">go</Link>
      <From />
    </>,
    { at: '/reset?token=secret&lang=en' },
  );
  fireEvent.click(screen.getByText('go'));
  expect(here()).toBe('/reset?lang=en');
});

test.each([
  { target: '_blank' },
  { download: 'cart' },
  { onClick: (event: { preventDefault: () => void }) => event.preventDefault() },
])('a link with %o is left to the browser', (more) => {
  const link = showLink(more);
  leaveAlone();
  fireEvent.click(link);
  expect(here()).toBe('/ null');
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('a press with %s is left to the browser', (key) => {
  const link = showLink();
  leaveAlone();
  fireEvent.click(link, { [key]: true });
  expect(here()).toBe('/ null');
});
