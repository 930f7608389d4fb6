import { expect, test } from 'vitest';
import { resized } from './picture.tsx';

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
])('%s is asked for smaller', (src, smaller) => expect(resized(src, size)).toBe(smaller));

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
])('%j stays as it is', (src) => expect(resized(src, size)).toBeNull());
