import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rows } from '#core/contract/index.ts';
import { contractFile } from '../scripts/contract-list.ts';
import { startShop } from './client.ts';
import { plainSample, requestOf } from './samples.ts';

test('the list of calls is that of the files', () => {
  const { file, text } = contractFile();
  expect(readFileSync(file, 'utf8'), 'npm run generate').toBe(text);
});

const shop = await startShop({ config: { rateLimitScale: 100_000 } });

test.each(rows.filter(([, row]) => row.access !== 'anyone'))(
  '%s knows nobody by a made-up cookie',
  async (_name, row) => {
    const request = requestOf(row, plainSample(row));
    for (const cookie of [
      'bukuri=',
      'bukuri=x',
      `bukuri=${'A'.repeat(43)}`,
      `bukuri=${'A'.repeat(5000)}`,
      'bukuri=%00',
    ]) {
      const answer = await shop.app.inject({ ...request, headers: { ...request.headers, cookie } });
      expect(answer.statusCode, cookie.slice(0, 20)).toBe(401);
    }
  },
);
