import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { longJourneys, longTests } from './long-tests.mjs';

test('what `npm test` leaves out is there', () => {
  const paths = [...longTests, ...longJourneys.map((journey: string) => `e2e/${journey}`)];
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
