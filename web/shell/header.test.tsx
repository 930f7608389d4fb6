import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { useLocation } from '#web/kit/router/location.tsx';
import { Header } from './header.tsx';
import { MainNav } from './main-nav.tsx';

test.each([
  ['/', 1],
  ['/categories', 1],
  ['/cart', 0],
  ['/deal/00000000-0000-4000-8000-000000000000', 0],
])('header, on %s, has %i city select', (at, count) => {
  show(<Header path={at} />, { at });
  expect(screen.queryAllByRole('combobox', { name: t('city.label') })).toHaveLength(count);
});

function Location() {
  const { pathname, search } = useLocation();
  return <p data-testid="here">{pathname + search}</p>;
}

test('header search, submitted on another page, leads to home with the escaped query', async () => {
  show(
    <>
      <Header path="/cart" />
      <Location />
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

test.each([
  [true, 'auto'],
  [false, 'smooth'],
] as const)('tab of the current page, clicked, scrolls to the top (reduced motion: %s)', (isCalm, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }));
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  show(<MainNav path="/" />, { at: '/' });
  fireEvent.click(screen.getByRole('link', { name: t('nav.categories') }));
  expect(scrollTo).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: t('nav.home') }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior });
});
