import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { reportReached } from '#web/kit/online.ts';
import { Picture } from './picture.tsx';

// No picture arrives in this document.
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

const picture = (src: string | null, more: { quality?: 'card' | 'fine' } = {}) => (
  <Picture src={src} alt="a" width={320} height={160} sizes="320px" eager missing="not there" {...more} />
);
const image = () => screen.getByAltText('a') as HTMLImageElement;

test('a picture that fails leaves a placeholder; another address is tried afresh', () => {
  const { rerender } = show(picture('https://example.al/old.jpg'));
  fireEvent.error(image());
  expect(screen.getByRole('img', { name: 'not there' })).toBeTruthy();
  rerender(picture('https://example.al/new.jpg'));
  expect(image().src).toBe('https://example.al/new.jpg');
  rerender(picture(null));
  expect(screen.getByRole('img', { name: 'not there' })).toBeTruthy();
  rerender(picture('https://example.al/third.jpg'));
  expect(image().src).toBe('https://example.al/third.jpg');
});

test('a picture that was lost with the connection is fetched again when that is back', () => {
  show(picture('https://example.al/old.jpg'));
  act(() => void window.dispatchEvent(new Event('offline')));
  fireEvent.error(image());
  expect(screen.getByRole('img', { name: 'not there' })).toBeTruthy();
  act(reportReached);
  expect(image().src).toBe('https://example.al/old.jpg');
});

test.each([
  [50, {}],
  [60, { quality: 'card' }],
  [75, { quality: 'fine' }],
] as const)('hosts that make sizes are asked for ours, in the specified quality of %i', (quality, more) => {
  show(picture('https://images.unsplash.com/photo-1', more));
  const asked = image()
    .srcset.split(', ')
    .map((one) => one.replace(/^.*w=(\d+)&q=(\d+) (\d+)w$/, '$1 $2 $3'));
  expect(asked).toEqual([320, 640, 960].map((width) => `${width} ${quality} ${width}`));
  expect(image().src).toContain(`w=960&q=${quality}`);
});

test('ours come in three formats and their own widths', () => {
  show(picture('/pictures/small/hair-1-320.jpg'));
  const sets = [...document.querySelectorAll('source')].map(({ type, srcset }) => `${type} ${srcset}`);
  expect(sets).toHaveLength(2);
  expect(sets[0]).toContain('image/avif /pictures/small/hair-1-320.avif 320w, /pictures/small/hair-1-640.avif 640w');
});
