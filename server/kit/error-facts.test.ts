import { expect, test } from 'vitest';
import { factsOf } from './error-facts.ts';

/** Reads like a place in the code. */
const FRAME = 'canary\n    at canary (/canary.ts:1:1)\n    at canary';

/** As the driver and what calls it make them. */
const failed = (message: string) => Object.assign(new Error(message), { query: 'select from users', params: [FRAME] });

test('logged stack, message with frame-like lines, has frames of the code only', () => {
  const facts = factsOf(failed(`Failed query: select from users\nparams: ${FRAME}`));
  expect(JSON.stringify(facts)).not.toContain('canary');
  expect(facts.stack).toMatch(/^ {4}at failed \(.*error-facts\.test\.ts:8:\d+\)\n/);
});

test('logged stack, message changed after creation, is left out', () => {
  const changed = failed(FRAME);
  expect(changed.stack).toContain(FRAME);
  changed.message = 'away';
  const { stack } = factsOf(changed);
  expect(stack).toBe('');
  const own = new Error('one');
  expect(own.stack).toContain('one');
  own.message = 'another';
  expect(factsOf(own)).toMatchObject({ message: 'another', stack: expect.stringContaining('error-facts.test.ts') });
});
