/** A backup is of one moment, a restore is whole, meant, and nobody else's; nothing an operator has is overwritten. */
import type { Guard } from './guard.ts';

const write = 'server/kit/backup/backup.ts';
const restore = 'server/kit/backup/restore.ts';
const command = 'scripts/restore.ts';
const falls = (test: string) => ['server/kit/backup/backup.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'the tables of a backup are of different moments',
    file: write,
    take: 'isolation level repeatable read ',
    falls: falls('a backup taken while people buy brings back every row of one moment'),
  },
  {
    without: 'anybody on the machine reads the backup',
    file: write,
    take: 'mode: 0o600, ',
    falls: falls('a backup taken while people buy brings back every row of one moment'),
  },
  {
    without: 'half a backup is restored',
    file: restore,
    take: 'if (!isDeepStrictEqual(sums, promised)) throw new StartError(DAMAGED);',
    falls: falls('a file that is cut off, damaged or something else changes nothing'),
  },
  {
    without: 'what was counted is counted again',
    file: restore,
    take: "await turn('disable');",
    falls: falls('a backup taken while people buy brings back every row of one moment'),
  },
  {
    without: 'a restored shop counts, tells and refuses nothing any more',
    file: restore,
    take: "await turn('enable');",
    falls: falls('a restored shop goes on'),
  },
  {
    without: 'a restore brings orders without their items',
    file: restore,
    take: ' and tgconstraint = 0',
    falls: falls('what no shop can have written is refused'),
  },
  {
    without: 'new jobs take the numbers of old ones',
    file: restore,
    take: 'for (const { name, next } of sequences) await client.query(`alter sequence ${name} restart with ${BigInt(next)}`);',
    falls: falls('a restored shop goes on'),
  },
  {
    without: 'a job that was being done waits for hours',
    file: restore,
    take: 'set locked_at = null, locked_by = null where locked_at is not null',
    leave: 'set locked_by = locked_by where false',
    falls: falls('a job that somebody was at is free again'),
  },
  {
    without: 'rows go into tables of another shape',
    file: restore,
    take: 'await checkShape(client, head);',
    falls: falls('a backup of another shape is sent to the version that took it'),
  },
  {
    without: 'a database is replaced under an open shop',
    file: restore,
    take: 'await checkAlone(client);',
    falls: falls('a database that somebody uses is left alone'),
  },
  {
    without: 'a restore throws away what nobody named',
    file: command,
    take: 'await checkMayBeReplaced(client, file, named);',
    falls: ['scripts/backup.test.ts', 'an open shop is backed up'],
  },
  {
    without: 'a package overwrites what lies in the folder that is named',
    file: 'scripts/package.ts',
    take: 'if (positionals[0] && taken) {',
    leave: 'if (taken === null) {',
    falls: ['scripts/package.test.ts', 'a folder that is named is never overwritten'],
  },
  {
    without: 'a lost connection hides what broke a restore',
    file: restore,
    take: "client.query('rollback').catch(() => {})",
    leave: "client.query('rollback')",
    falls: falls('what broke a restore is said'),
  },
];
