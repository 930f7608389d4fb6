import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { OperatorProvider } from '../kit/shop-config.ts';
import { Page } from './accessibility.page.tsx';

const withAddress = t('accessibility.text.contact');
const without = t('accessibility.text.noContact').split('\n')[0] ?? '';

test('whom to write to is said where an address is known', () => {
  show(
    <OperatorProvider value={{ name: 'Bukuri sh.p.k.', nipt: null, address: null, contact: 'ndihme@bukuri.example' }}>
      <Page />
    </OperatorProvider>,
  );
  expect([screen.queryByText(withAddress), screen.queryByText(without)].map(Boolean)).toEqual([true, false]);
  expect(screen.getByRole('link', { name: 'ndihme@bukuri.example' })).toBeTruthy();
});

test('where none is known, no reader is sent to it', () => {
  show(<Page />);
  expect([screen.queryByText(withAddress), screen.queryByText(without)].map(Boolean)).toEqual([false, true]);
});
