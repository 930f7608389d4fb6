import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { focusPage, keepFocus } from './focus.ts';

test('no ring stands around the heading of a page that a finger led to, one does for keys', () => {
  show(
    <main id="content" tabIndex={-1}>
      <h1>Order</h1>
    </main>,
  );
  const heading = screen.getByRole('heading');
  const stop = keepFocus();
  fireEvent.keyDown(window, { key: '4' });
  fireEvent.pointerDown(window);
  focusPage();
  expect([document.activeElement?.textContent, heading.style.outlineStyle]).toEqual(['Order', 'none']);
  fireEvent.keyDown(window, { key: 'Enter' });
  focusPage();
  expect([document.activeElement?.textContent, heading.style.outlineStyle]).toEqual(['Order', '']);
  stop();
});
