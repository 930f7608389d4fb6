import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { Header } from './header.tsx';

test.each([
  ['/', 1],
  ['/categories', 1],
  ['/cart', 0],
  ['/deal/00000000-0000-4000-8000-000000000000', 0],
])('on %s a city can be chosen if that means something: %i', (at, count) => {
  show(<Header path={at} />, { at });
  expect(screen.queryAllByRole('combobox', { name: t('city.label') })).toHaveLength(count);
});

test('the mark leads home, with the name of the shop and its label beside it', () => {
  show(<Header path="/cart" />);
  const home = screen.getByRole('link', { name: 'Bukuri Oferta bukurie dhe mirëqenieje' });
  expect(home.getAttribute('href')).toBe('/');
  expect(home.querySelector('svg')).toBeTruthy();
});

function Here() {
  const { pathname, search } = useLocation();
  return <p data-testid="here">{pathname + search}</p>;
}

test('the search in the header is sent from other pages, with what a query may not hold in its place', async () => {
  show(
    <>
      <Header path="/cart" />
      <Here />
    </>,
    { at: '/cart' },
  );
  const box = screen.getByRole('searchbox', { name: t('home.search.label') });
  fireEvent.change(box, { target: { value: ' thonj & spa ' } });
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(screen.getByTestId('here').textContent).toBe('/cart');
  fireEvent.submit(box.closest('form') as HTMLFormElement);
  expect(screen.getByTestId('here').textContent).toBe('/?search=thonj+%26+spa');
});
