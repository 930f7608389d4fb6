import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('./log.ts', import.meta.url).href;

/** What a process that logs this writes to its standard output. */
function written(said: object): string {
  const script = `(await import(${JSON.stringify(module)})).createLog('info').info(${JSON.stringify(said)}, 'said')`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('secret fields, logged, are redacted', () => {
  const secrets = ['password', 'passwordHash', 'credential', 'clientSecret', 'token', 'cookie', 'authorization'];
  const all = Object.fromEntries(secrets.map((name) => [name, 'canary']));
  const line = written({ ...all, body: all, email: 'ana@bukuri.example' });
  expect(line).not.toContain('canary');
  expect(JSON.parse(line)).toMatchObject({ email: 'ana@bukuri.example', msg: 'said', body: { token: '…' } });
});

test('log line, with line breaks in a value, stays one line in UTC', () => {
  const line = written({ text: 'a\r\n{"level":"fatal","msg":"forged"}\n\u001b[31m\u0000\u2028', 'na\nme': 1 });
  expect([...line.trimEnd()].filter((character) => character < ' ')).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'said', time: expect.stringMatching(/T[\d:.]+Z$/) });
});
