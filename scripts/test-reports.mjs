// What the reports of vitest and playwright tell: how many passed and failed, and what fell with its reason.
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

const REASON_LINES = 25;

export function readVitest({ numPassedTests, numTotalTests, testResults }) {
  const fallen = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0) return [told(name, message)];
    return tests.map((test) => told(`${name}: ${test.fullName}`, test.failureMessages[0]));
  });
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, fallen };
}

/** A journey that passed at its second try counts as passed, and what its first try fell over is told. */
export function readPlaywright({ stats: { expected, flaky, unexpected, skipped }, suites, errors }) {
  const fallen = [...errors.map((error) => told('journeys', error.message)), ...suites.flatMap(specsOf).flatMap(tries)];
  const note = flaky > 0 ? ` (${flaky} at the second try)` : '';
  return { passed: expected + flaky, failed: unexpected + skipped, note, fallen };
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function tries({ file, title, tests }) {
  return tests
    .flatMap(({ results }) => results)
    .filter(({ status }) => status !== 'passed')
    .map(({ retry, error }) => told(`${file}: ${title} (try ${retry + 1})`, error?.message));
}

function told(name, reason = 'no reason given') {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES);
  return [`✗ ${name.replace(`${root}/`, '')}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
