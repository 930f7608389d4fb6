import { expect, test } from 'vitest';
import { throttleLog } from './log.ts';

test('repeated log lines, within the quiet period, are counted and logged once', async () => {
  const said: [string, number][] = [];
  const note = throttleLog<string>((facts, more) => void said.push([facts, more]), 50);
  for (let i = 1; i <= 2700; i++) note('slow', `slow ${i}`);
  note('away', 'away 1');
  expect(said).toEqual([
    ['slow 1', 0],
    ['away 1', 0],
  ]);
  await expect.poll(() => said.length).toBe(3);
  expect(said[2]).toEqual(['slow 2700', 2699]);
  note('slow', 'slow again');
  expect(said[3]).toEqual(['slow again', 0]);
});
