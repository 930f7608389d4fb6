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

test('the chosen theme is worn at once, also by the frame of the browser, and known to the server', () => {
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

test('a theme that only local storage knows is worn too', () => {
  savePreference('theme', 'light');
  // biome-ignore lint/suspicious/noDocumentCookie: as a browser that clears its cookies
  document.cookie = 'theme=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
  show(<FooterChoices />);
  expect(document.documentElement.dataset.theme).toBe('light');
});

test('another language is remembered, and the page is loaded anew in it', async () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  show(<FooterChoices />);
  fireEvent.change(select(t('language.label')), { target: { value: 'en' } });
  expect([cookie('language'), reload.mock.calls.length]).toEqual(['en', 0]);
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(reload).toHaveBeenCalledOnce();
  savePreference('language', 'sq');
});

test('who chooses another language stands at the same place among what they came by, with nothing over it', async () => {
  vi.useFakeTimers();
  vi.spyOn(location, 'reload').mockImplementation(() => {});
  history.replaceState({ idx: 3, key: 'k', usr: { over: '/' } }, '');
  show(<FooterChoices />);
  fireEvent.change(select(t('language.label')), { target: { value: 'en' } });
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(history.state).toEqual({ idx: 3, key: 'k', usr: null });
  savePreference('language', 'sq');
});

test('who chose a language is told that the page is loaded anew, and stands at that choice in the new page', async () => {
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
