/** Audit log, rate limits and facts of the installation. */
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id } from '#db/columns.ts';
import { policy } from '#db/table-policies.ts';

/** Append-only by trigger, except for `forget_business` (updates) and `audit_log_delete_expired` (deletes). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: at('at').notNull().defaultNow(),
    /** Null for the system. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_log_subject').on(t.subject, t.subjectId, t.at),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_newest').on(t.at, t.id),
    index('audit_log_action').on(t.action.op('text_pattern_ops'), t.at),
    index('audit_log_at').using('brin', t.at),
  ],
);
policy(auditLog, {
  personalData: {
    owner: 'actorId',
    part: 'auditEvents',
    onClosure: {
      kept: 'id at actorId action subject subjectId detail',
      emptied: '',
    },
  },
  retention: { since: 'at', keep: '2 years', deletedBy: 'audit_log_delete_expired' },
});

/** Attempts per key and window, shared by all nodes and kept across restarts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [unique('rate_limits_key_window').on(t.key, t.windowStart), index('rate_limits_expires').on(t.expiresAt)],
);
policy(rateLimits, { retention: { since: 'expiresAt', keep: '0' } });

/** Small facts of the installation, such as secrets made on the first start. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: createdAt(),
});
