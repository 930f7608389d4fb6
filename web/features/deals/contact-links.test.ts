import { expect, test } from 'vitest';
import { directionsTo, hostOf, instagram, telephone, whatsApp } from './salon-links.tsx';

test('a place becomes the way to it, and what is none becomes nothing', () => {
  expect(directionsTo('41.3275,19.8187')).toBe('https://www.google.com/maps/dir/?api=1&destination=41.3275,19.8187');
  for (const none of [null, '', 'Tiranë', '41.3,19.8&x=1']) expect(directionsTo(none)).toBeNull();
});

test('a number is called and written to without what makes it readable', () => {
  expect(telephone('+355 67 111 5327')).toBe('tel:+355671115327');
  expect(whatsApp('+355 67 111 5327', 'Oferta “A & B”')).toBe(
    'https://wa.me/355671115327?text=Oferta%20%E2%80%9CA%20%26%20B%E2%80%9D',
  );
});

test('a name and a page are what they are elsewhere', () => {
  expect(instagram('lendina.e.qete')).toBe('https://www.instagram.com/lendina.e.qete/');
  expect([hostOf('https://www.sallon.example/a?b'), hostOf('nowhere')]).toEqual(['sallon.example', 'nowhere']);
});
