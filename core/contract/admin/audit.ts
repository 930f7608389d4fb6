/** The audit log, for administrators. */
import * as z from 'zod/mini';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { Id, Instant } from '#core/contract/shapes.ts';

export const AuditEvent = z.object({
  id: Id,
  at: Instant,
  /** Null for the system. */
  actor: z.nullable(z.object({ id: Id, username: z.string() })),
  /** `deals.hide` */
  action: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  /** Name or title of the subject, where it still exists. */
  label: z.nullable(z.string()),
  /** Of changes: `before` and `after`. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const adminAudit = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Events of the audit log, newest first.',
    query: z.object({
      /** An id, an email (who did it or to whom), a Purchase ID or payment, or the beginning of an action (`deals.`). */
      q: z.optional(SearchText),
      /** Whose: default everybody's. */
      by: z.optional(z.enum(['', 'admins', 'users', 'system'])),
      /** The email or username of who did it. */
      person: z.optional(SearchText),
      /** In Albania. */
      day: z.optional(z.iso.date()),
      ...PageQuery,
    }),
    pageSize: 50,
    answer: z.array(AuditEvent),
  }),
};
