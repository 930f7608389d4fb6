import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { useParameter } from './address.ts';

const Told = ({ name }: { name: string }) => <p>{useParameter(name) ?? 'nothing'}</p>;

test('a page reads the parameters that its row names, written as they should be', () => {
  show(<Told name="city" />, { at: '/?city=Durres' });
  expect(screen.getByText('durres')).toBeTruthy();
  show(<Told name="add" />, { at: '/login?add=nonsense' });
  expect(screen.getByText('nothing')).toBeTruthy();
});

test('a parameter that its row does not name is a mistake', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => show(<Told name="city" />, { at: '/cart?city=durres' })).toThrow(
    '/cart does not name the parameter city',
  );
});
