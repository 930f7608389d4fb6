/** What `npm run prove` says held was tried. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prove as proveKillPoints } from '../bench/prove/kill-points.prove.ts';
import { prove as proveRaces } from '../bench/prove/races.prove.ts';
import { prove as proveSabotage } from '../bench/prove/sabotage.prove.ts';
import { allGuards } from './sabotage/all.ts';
import type { Guard } from './sabotage/guard.ts';

test('a proof that is asked for what is not there proves nothing', async () => {
  await expect(proveRaces(['--only=I99'])).rejects.toThrow('nothing called “I99”');
  await expect(proveRaces(['--only=I1,I99'])).rejects.toThrow('nothing called “I99”');
  await expect(proveKillPoints(['--only=K99'])).rejects.toThrow('nothing called “K99”');
  await expect(proveSabotage(['--only=typo'])).rejects.toThrow('nothing called “typo”');
  await expect(proveSabotage(['--tenth=12'])).rejects.toThrow('tenths');
  await expect(proveSabotage(['--tenth='])).rejects.toThrow('tenths');
});

test('a guard is watched by no test that is called something else by now', async () => {
  const report = join(mkdtempSync(join(tmpdir(), 'bukuri-ran-')), 'vitest.json');
  onTestFinished(() => rmSync(dirname(report), { recursive: true }));
  const ran = (words: (guard: string) => string) => {
    const testResults = allGuards.map(({ falls: [file, test] }) => ({
      name: `/shop/${file}`,
      assertionResults: [{ fullName: `group ${words(test)}, at once` }],
    }));
    writeFileSync(report, JSON.stringify({ testResults }));
    return proveSabotage([`--ran=${report}`, '--only=races', '--tenth=x']);
  };
  const { falls } = allGuards[0] as Guard;
  await expect(ran((test) => test)).rejects.toThrow('tenths');
  await expect(ran((test) => (test === falls[1] ? 'another' : test))).rejects.toThrow(
    `called so:\n  ${falls.join(': ')}`,
  );
});

test('a proof that is asked for no number of times proves nothing', async () => {
  for (const times of ['many', '0', '-1', '1.5', ''])
    await expect(proveKillPoints([`--times=${times}`, '--only=K7'])).rejects.toThrow(`“${times}” is no number`);
  await expect(proveRaces(['--rounds=0', '--only=I1'])).rejects.toThrow('“0” is no number');
});
