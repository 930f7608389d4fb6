import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { cookie, savePreference } from '#web/kit/preferences.ts';
import { FooterChoices } from './footer.tsx';

afterEach(() => {
  savePreference('theme', 'system');
  document.head.replaceChildren();
});

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

test('theme, chosen, is applied at once, to the browser frame too, and saved in the cookie', () => {
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: light)"><meta name="theme-color" media="(prefers-color-scheme: dark)">';
  const frame = () => [...document.querySelectorAll('meta')].map(({ content }) => content);
  show(<FooterChoices />);
  fireEvent.change(select(t('settings.theme')), { target: { value: 'dark' } });
  expect([document.documentElement.dataset.theme, cookie('theme')]).toEqual(['dark', 'dark']);
  expect(frame()).toEqual(['#1b1218', '#1b1218']);
  expect(select(t('settings.theme')).value).toBe('dark');
  fireEvent.change(select(t('settings.theme')), { target: { value: 'system' } });
  expect([document.documentElement.dataset.theme, cookie('theme')]).toEqual([undefined, 'system']);
  expect(frame()).toEqual(['#fbf7f1', '#1b1218']);
});

test('language, chosen, is saved and the page reloads', async () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  show(<FooterChoices />);
  fireEvent.change(select(t('language.label')), { target: { value: 'en' } });
  expect([cookie('language'), reload.mock.calls.length]).toEqual(['en', 0]);
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(reload).toHaveBeenCalledOnce();
  savePreference('language', 'sq');
});

test('language select, has a hint about the reload and gets focus back after it', async () => {
  vi.useFakeTimers();
  vi.spyOn(location, 'reload').mockImplementation(() => {});
  const choice = () => select(t('language.label'));
  show(<FooterChoices />);
  const [hint] = (choice().getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(hint ?? '')?.textContent).toBe(t('language.hint'));
  fireEvent.change(choice(), { target: { value: 'en' } });
  await act(() => vi.advanceTimersByTimeAsync(50));
  cleanup();
  savePreference('language', 'sq');
  show(<FooterChoices />);
  expect(document.activeElement).toBe(choice());
  cleanup();
  show(<FooterChoices />);
  expect(document.activeElement).toBe(document.body);
});
