import { forgetDeeds } from './audit.ts';
import type { Db } from './db/db.ts';
import { sweep } from './jobs/job.ts';

export const auditForget = sweep({
  name: 'audit-forget',
  cron: '29 3 * * *',
  table: 'audit_log',
  rows: 'all, from the deed',
  kept: '2 years',
  run: ({ db }: { db: Db }, kept) => forgetDeeds(db, kept),
});
