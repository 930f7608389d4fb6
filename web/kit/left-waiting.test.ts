import { expect, test } from 'vitest';

let isDone = false;

test.each(['first', 'next'])('what a test leaves waiting is not done after it: the %s', async () => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isDone).toBe(false);
  setTimeout(() => {
    isDone = true;
  }, 0);
});
