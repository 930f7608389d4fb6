import { forgetDeeds } from './audit.ts';
import type { Db } from './db/db.ts';
import { cleanupJob } from './jobs/job.ts';

export const deleteExpiredAudit = cleanupJob({
  name: 'delete-expired-audit',
  cron: '29 3 * * *',
  table: 'audit_log',
  rows: 'all, from the auditEvent',
  kept: '2 years',
  run: ({ db }: { db: Db }, kept) => forgetDeeds(db, kept),
});
