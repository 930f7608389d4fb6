/**
 * Writes what follows from other files: the list of core/contract/index.ts from those with rows; that of core/i18n/areas.ts
 * from the files of words; from db/schema the table of db/README.md, that of docs/operations.md, and
 * db/migrations/0000_tables.sql anew. The latter only until the first installation: then it is never touched again and
 * `drizzle-kit generate` adds files after the last one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeAreas } from './areas.ts';
import { writeContract } from './contract-list.ts';
import { writeDeleteRules } from './delete-rules.ts';
import { writeRetention } from './retention-doc.ts';

const FOLDER = new URL('../db/migrations/', import.meta.url);
const JOURNAL = new URL('meta/_journal.json', FOLDER);
const TABLES = new URL('0000_tables.sql', FOLDER);
const SNAPSHOT = new URL('meta/0000_snapshot.json', FOLDER);
/** An index of the tables needs its operators. */
const EXTENSIONS = 'create extension if not exists pg_trgm with schema public;\n--> statement-breakpoint\n';
/** The tool names a snapshot by chance; ours changes only with the schema. */
const ID = '00000000-0000-4000-8000-000000000001';

writeContract();
writeAreas();
const journal = readFileSync(JOURNAL, 'utf8');
for (const file of [TABLES, SNAPSHOT]) rmSync(file, { force: true });
writeFileSync(JOURNAL, JSON.stringify({ ...JSON.parse(journal), entries: [] }));
execFileSync('drizzle-kit', ['generate', '--name', 'tables'], { stdio: ['ignore', 'ignore', 'inherit'] });
writeFileSync(TABLES, EXTENSIONS + readFileSync(TABLES, 'utf8'));
writeFileSync(SNAPSHOT, `${JSON.stringify({ ...JSON.parse(readFileSync(SNAPSHOT, 'utf8')), id: ID }, null, 2)}\n`);
writeFileSync(JOURNAL, journal);
writeDeleteRules();
writeRetention();
