import { beforeEach, expect, test, vi } from 'vitest';
import { afterPress, forgetPresses, untilLetGo } from './press.ts';

beforeEach(() => {
  vi.useFakeTimers();
  forgetPresses();
});

const happen = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));

test('what waits for nobody is done at once', () => {
  const run = vi.fn();
  afterPress(run);
  expect(run).toHaveBeenCalledOnce();
});

// A page that is scrolled by a finger takes the press over, which is all that is heard of its end.
test.each(['pointerup', 'pointercancel', 'keydown'])(
  'what waits for the end of a press is done after %s',
  async (end) => {
    const run = vi.fn();
    happen('pointerdown');
    void untilLetGo().then(run);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    happen(end);
    expect(run, 'the click comes first').not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledOnce();
  },
);
