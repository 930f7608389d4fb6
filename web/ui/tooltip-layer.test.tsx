import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TooltipLayer } from './tooltip-layer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tip = () => document.querySelector('[data-tooltip-box]');
const point = (element: Element) => fireEvent(element, new Event('pointerover', { bubbles: true }));
const control = () => screen.getByRole('button', { name: 'alerts' });

async function pointAtControl() {
  point(control());
  await wait(800);
}

function open(onClose = () => {}) {
  show(
    <Dialog title="open" onClose={onClose}>
      <IconButton label="alerts">!</IconButton>
      <TooltipLayer first={document.body} />
    </Dialog>,
  );
}

test('tooltip, hovered itself, stays until the pointer leaves', async () => {
  open();
  await pointAtControl();
  expect(tip()).toBeTruthy();
  point(document.body);
  await wait(200);
  point(tip() as Element);
  await wait(5000);
  expect(tip()).toBeTruthy();
  point(document.body);
  await wait(400);
  expect(tip()).toBe(null);
});

test('tooltip in a dialog, Escape, hides only the tooltip', async () => {
  const onClose = vi.fn();
  open(onClose);
  await pointAtControl();
  expect(tip()?.closest('dialog')).toBeTruthy();
  fireEvent.keyDown(control(), { key: 'Escape' });
  await wait(0);
  expect([tip(), onClose.mock.calls.length]).toEqual([null, 0]);
  fireEvent.keyDown(control(), { key: 'Escape' });
  expect(onClose.mock.calls.length).toBe(1);
});

test('what is pressed by a key hides it, so that Escape is for what lies below', async () => {
  const onClose = vi.fn();
  open(onClose);
  await pointAtControl();
  fireEvent.click(control(), { detail: 0 });
  await wait(0);
  expect(tip()).toBe(null);
  fireEvent.keyDown(control(), { key: 'Escape' });
  expect(onClose.mock.calls.length).toBe(1);
});

test.each([true, false])('tooltip, control focused visibly (%s), is shown at once only then', async (isSeen) => {
  open();
  await wait(0);
  const { matches } = Element.prototype;
  vi.spyOn(control(), 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':focus-visible' ? isSeen : matches.call(this, selector);
  });
  act(() => control().blur());
  act(() => control().focus());
  await wait(0);
  expect(tip() !== null).toBe(isSeen);
});
