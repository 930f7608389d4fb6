/** Messages in a document, for the tests of where and for how long they are shown. */
import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** Called once by a file: in each of its tests the clock stands still, and nothing is said yet. */
export function beginEachInSilence(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(async () => {
    await wait(10_000);
  });
}

export function Messages() {
  const message = useToast();
  return message && <Toaster message={message} />;
}

export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const say = (title: string) => act(() => toast({ tone: 'done', title }));
