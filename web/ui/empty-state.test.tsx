import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { EmptyState } from './problem.tsx';

const isComplete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);

test('a drawing that cannot be fetched leaves its place free, and comes with the connection', () => {
  onTestFinished(() => onlineManager.setOnline(true));
  show(<EmptyState art="offline" title="nothing" />);
  const drawing = () => document.querySelector('img');
  act(() => onlineManager.setOnline(false));
  fireEvent.error(drawing() as HTMLElement);
  expect([drawing(), screen.getByRole('heading').textContent]).toEqual([null, 'nothing']);
  act(() => onlineManager.setOnline(true));
  expect(drawing()?.getAttribute('src')).toBe('/art/offline.svg');
});

test('a drawing that failed before the page was alive leaves no broken frame', () => {
  isComplete.mockReturnValue(true);
  show(<EmptyState art="offline" title="nothing" />);
  expect(document.querySelector('img')).toBeNull();
});
