import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Link } from './link.tsx';
import { useLocation } from './location.tsx';

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
/** Prevents the browser's own navigation. */
const leaveAlone = () => window.addEventListener('click', (event) => event.preventDefault(), { once: true });
const here = () => screen.getByRole('status').textContent;

test('link, clicked, navigates within the shop', () => {
  fireEvent.click(showLink());
  expect(here()).toBe('/cart null');
});

test('link, with a preview, passes it in the history state', () => {
  fireEvent.click(showLink({ over: { title: 'Prerje' } }));
  expect(here()).toBe('/cart {"title":"Prerje"}');
});

test('link, clicked twice, keeps the previous page in the history state', () => {
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

test('link, on a page with a token, leaves the token out of the history state', () => {
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
])('link, %o, is left to the browser', (more) => {
  const link = showLink(more);
  leaveAlone();
  fireEvent.click(link);
  expect(here()).toBe('/ null');
});

test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('link, clicked with %s, is left to the browser', (key) => {
  const link = showLink();
  leaveAlone();
  fireEvent.click(link, { [key]: true });
  expect(here()).toBe('/ null');
});
