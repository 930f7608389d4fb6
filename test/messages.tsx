/** Rendered toasts with fake timers. */
import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Toaster } from '#web/ui/toaster.tsx';

/** To be called once per file: fake timers, and no toast left from the previous test. */
export function setUpToasts(): void {
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
export const showToast = (title: string) => act(() => toast({ tone: 'done', title }));
