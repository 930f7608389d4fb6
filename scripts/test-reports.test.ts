import { describe, expect, it } from 'vitest';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { root } from './prepare.mjs';
// @ts-expect-error: plain JavaScript, for a Node that is there before anything is installed
import { readPlaywright, readVitest } from './test-reports.mjs';

const passed = { status: 'passed', fullName: 'all is well', failureMessages: [] };

describe('what fell is told with its reason', () => {
  it('a unit test, and a file that could not begin', () => {
    const report = {
      numPassedTests: 1,
      numTotalTests: 2,
      testResults: [
        {
          name: `${root}/core/a.test.ts`,
          status: 'failed',
          assertionResults: [
            passed,
            {
              status: 'failed',
              fullName: 'a sum holds',
              failureMessages: ['\u001b[31mError: 2 is not 3\u001b[39m\n  at a'],
            },
          ],
        },
        { name: `${root}/core/b.test.ts`, status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(readVitest(report)).toEqual({
      passed: 1,
      failed: 1,
      fallen: [
        '✗ core/a.test.ts: a sum holds\n    Error: 2 is not 3\n      at a',
        '✗ core/b.test.ts\n    no such module',
      ],
    });
  });

  it('a journey in a group, each try of it, and what kept all from beginning', () => {
    const tests = [
      {
        results: [
          { status: 'failed', retry: 0, error: { message: 'no button' } },
          { status: 'timedOut', retry: 1 },
        ],
      },
    ];
    const group = { specs: [{ file: 'a.spec.ts', title: 'buys', tests }] };
    const report = {
      stats: { expected: 4, flaky: 1, unexpected: 1, skipped: 1 },
      suites: [{ specs: [], suites: [group] }],
      errors: [{ message: 'no shop' }],
    };
    expect(readPlaywright(report)).toEqual({
      passed: 5,
      failed: 2,
      note: ' (1 at the second try)',
      fallen: [
        '✗ journeys\n    no shop',
        '✗ a.spec.ts: buys (try 1)\n    no button',
        '✗ a.spec.ts: buys (try 2)\n    no reason given',
      ],
    });
  });
});
