import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { MainNav } from './main-nav.tsx';

test.each([
  [true, 'auto'],
  [false, 'smooth'],
] as const)('the tab of the page one is on scrolls up, where motion is unwanted (%s) at once', (isCalm, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }));
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  show(<MainNav path="/" />, { at: '/' });
  fireEvent.click(screen.getByRole('link', { name: t('nav.categories') }));
  expect(scrollTo).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: t('nav.home') }));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior });
});
