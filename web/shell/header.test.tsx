import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Header } from './header.tsx';

test('the mark leads home, with the name of the shop and its label beside it', () => {
  show(<Header path="/cart" />);
  const home = screen.getByRole('link', { name: 'Bukuri Oferta bukurie dhe mirëqenieje' });
  expect(home.getAttribute('href')).toBe('/');
  expect(home.querySelector('svg')).toBeTruthy();
});
