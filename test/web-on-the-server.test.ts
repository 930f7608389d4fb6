/** What the pages bring along for browsers does no harm where they are rendered. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasConnection, reportUnreachable } from '#web/kit/online.ts';

test('a part of a page that cannot be loaded makes the server look for no connection', async () => {
  reportUnreachable();
  await wait(20);
  expect(hasConnection()).toBe(true);
});
