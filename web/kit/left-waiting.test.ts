import { expect, test } from 'vitest';

let isDone = false;
const finish = () => {
  isDone = true;
};

test.each([
  ['once', () => setTimeout(finish, 0)],
  ['again and again', () => setInterval(finish, 10)],
  ['neither', () => 0],
])('what a test leaves waiting, such as what is done %s, is not done after it', async (_, leave) => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isDone).toBe(false);
  leave();
});
