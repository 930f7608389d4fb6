import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { reportReached } from '#web/kit/data/online.ts';
import { Picture, resized } from './picture.tsx';

// happy-dom loads no images.
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});

const picture = (src: string | null, more: { quality?: 'card' | 'fine' } = {}) => (
  <Picture src={src} alt="a" width={320} height={160} sizes="320px" eager missing="not there" {...more} />
);
const image = () => screen.getByAltText('a') as HTMLImageElement;

test('picture, failed, shows a placeholder; another address is tried', () => {
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

test('picture, lost with the connection, is loaded again when that is back', () => {
  show(picture('https://example.al/old.jpg'));
  act(() => void window.dispatchEvent(new Event('offline')));
  fireEvent.error(image());
  expect(screen.getByRole('img', { name: 'not there' })).toBeTruthy();
  act(reportReached);
  expect(image().src).toBe('https://example.al/old.jpg');
});

test.each([
  ['picture', '-400.webp', 0],
  ['poster of a video', '.mp4', 1],
])('%s, uploaded, is offered in our widths as WebP and JPEG', (_, ending, marks) => {
  const base = `/media/${'a1'.repeat(16)}-c08040`;
  show(picture(`${base}${ending}`));
  expect(document.querySelectorAll('svg')).toHaveLength(marks);
  const widths = (type: string) => [320, 640, 960].map((width) => `${base}-${width}.${type} ${width}w`).join(', ');
  expect(image().srcset).toBe(widths('jpg'));
  expect(image().parentElement?.querySelector('source')?.srcset).toBe(widths('webp'));
});

test.each([
  [50, {}],
  [60, { quality: 'card' }],
  [75, { quality: 'fine' }],
] as const)('picture, on a host that resizes, is requested in our widths with quality %i', (quality, more) => {
  show(picture('https://images.unsplash.com/photo-1', more));
  const asked = image()
    .srcset.split(', ')
    .map((one) => one.replace(/^.*w=(\d+)&q=(\d+) (\d+)w$/, '$1 $2 $3'));
  expect(asked).toEqual([320, 640, 960].map((width) => `${width} ${quality} ${width}`));
  expect(image().src).toContain(`w=960&q=${quality}`);
});

test('picture, our own, is offered as AVIF in our widths', () => {
  show(picture('/pictures/small/hair-1-320.jpg'));
  const sets = [...document.querySelectorAll('source')].map(({ type, srcset }) => `${type} ${srcset}`);
  expect(sets).toHaveLength(1);
  expect(sets[0]).toContain('image/avif /pictures/small/hair-1-320.avif 320w, /pictures/small/hair-1-640.avif 640w');
});

const size = { width: 320, quality: 60 };

test.each([
  [
    'https://images.unsplash.com/photo-1?w=4000&h=3000&ixid=abc',
    'https://images.unsplash.com/photo-1?w=320&ixid=abc&auto=format&fit=max&q=60',
  ],
  ['https://shop.imgix.net/a.jpg', 'https://shop.imgix.net/a.jpg?auto=format&fit=max&w=320&q=60'],
  [
    'https://images.pexels.com/photos/1/a.jpeg?cs=srgb&dpr=2&w=1260',
    'https://images.pexels.com/photos/1/a.jpeg?cs=tinysrgb&w=320&auto=compress&q=60',
  ],
  ['https://i0.wp.com/example.al/a.jpg', 'https://i0.wp.com/example.al/a.jpg?w=320&quality=60'],
  [
    'https://res.cloudinary.com/shop/image/upload/v17/small/a.jpg',
    'https://res.cloudinary.com/shop/image/upload/c_limit,f_auto,q_60,w_320/v17/small/a.jpg',
  ],
  ['https://lh3.googleusercontent.com/a/ACg=s96-c', 'https://lh3.googleusercontent.com/a/ACg=w320'],
  ['https://lh5.googleusercontent.com/p/AF1', 'https://lh5.googleusercontent.com/p/AF1=w320'],
])('image address %s, known host, is resized', (src, smaller) => expect(resized(src, size)).toBe(smaller));

test.each([
  '/pictures/small/hair-1-320.jpg',
  'https://example.al/a.jpg',
  'https://images.unsplash.com.evil.example/a.jpg',
  'https://shop.imgix.net/a.jpg?s=0123456789abcdef',
  'https://res.cloudinary.com/shop/image/upload/w_800/v17/a.jpg',
  'https://res.cloudinary.com/shop/image/upload/s--abc--/v17/a.jpg',
  'http://images.unsplash.com/photo-1',
  'https://',
  'nonsense',
  '',
])('image address %j, not resizable, has no other size', (src) => expect(resized(src, size)).toBeNull());
