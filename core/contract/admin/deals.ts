/** Moderation of deals, the queue of reported deals, and owners of what has none. For administrators. */
import * as z from 'zod/mini';
import { emailOr } from '#core/contract/accounts/accounts.ts';
import { ALL_REPORT_REASONS } from '#core/contract/deal-reports.ts';
import { endpoint, PageQuery } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { SearchText } from '#core/contract/inputs.ts';
import { AdminDealInput, ModerationReason, OwnDeal } from '#core/contract/own-deals.ts';
import { SalonProfile } from '#core/contract/salons.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';

export const DEAL_STATES = ['live', 'featured', 'paused', 'hidden', 'expired', 'ownerless', 'reported'] as const;
export type DealState = (typeof DEAL_STATES)[number];

const Person = z.object({ id: Id, username: z.string(), email: z.string() });

export const AdminDeal = z.extend(OwnDeal, {
  owner: z.nullable(Person),
  salon: z.nullable(z.object({ id: Id, slug: z.string(), name: z.string() })),
  /** Reports that nobody has decided about. */
  openReports: z.int(),
});
export type AdminDeal = z.infer<typeof AdminDeal>;

const AdminSalon = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  owner: z.nullable(Person),
  dealCount: z.int(),
  /** Additive: for its form, also while its dealer is suspended. */
  profile: SalonProfile,
});
export type AdminSalon = z.infer<typeof AdminSalon>;

const Value = z.nullable(z.union([z.string(), z.number()]));
const FieldChange = z.object({ field: z.string(), before: Value, after: Value });
export type FieldChange = z.infer<typeof FieldChange>;

const ReportedDeal = z.object({
  deal: AdminDeal,
  /** Of the oldest report. */
  since: Instant,
  reports: z.array(
    z.object({
      id: Id,
      reason: z.enum(ALL_REPORT_REASONS),
      text: z.nullable(z.string()),
      createdAt: Instant,
      /** Null for a guest. */
      username: z.nullable(z.string()),
      /** Of a review: what was changed since the deal was hidden. Additive. */
      changes: z.optional(z.array(FieldChange)),
    }),
  ),
});
export type ReportedDeal = z.infer<typeof ReportedDeal>;

/** To hide a deal a reason is needed. */
const reasonedIf = (isNeeded: (values: Record<string, unknown>) => boolean) =>
  z.refine(
    (values: unknown) =>
      !isNeeded(values as Record<string, unknown>) || Boolean((values as { reason?: string }).reason),
    {
      path: ['reason'],
      error: errorCode('required'),
    },
  );

const Owner = z.object({ email: emailOr('emailFormat') });
const id = z.object({ id: Id });

export const Visibility = z
  .object({ isHidden: z.boolean(), reason: z.nullish(ModerationReason) })
  .check(reasonedIf(({ isHidden }) => isHidden === true));
export const ReportDecision = z
  .object({ decision: z.enum(['hidden', 'dismissed']), reason: z.nullish(ModerationReason) })
  .check(reasonedIf(({ decision }) => decision === 'hidden'));

export const adminDeals = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/deals',
    access: 'admin',
    summary: 'All deals that are not deleted, newest first; also paused, hidden and expired ones.',
    query: z.object({
      /** Words of the deal or its business, the id, or the email of the owner. */
      q: z.optional(SearchText),
      state: z.optional(z.union([z.literal(''), z.enum(DEAL_STATES)])),
      category: z.optional(z.string()),
      city: z.optional(z.string()),
      /** Id of a salon. */
      salon: z.optional(z.union([z.literal(''), Id])),
      ...PageQuery,
    }),
    pageSize: 50,
    answer: z.array(AdminDeal),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/deals/:id',
    access: 'admin',
    summary: 'One deal with its owner, salon and number of open reports.',
    params: id,
    answer: AdminDeal,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/deals',
    access: 'admin',
    changesPublic: true,
    summary:
      'Posts a deal without a membership, for a dealer or without an owner. A repeated call with the same key answers the same deal; 409 if the content is another.',
    body: AdminDealInput,
    limit: 'dealChanges',
    status: 201,
    answer: AdminDeal,
  }),
  setVisibility: endpoint({
    method: 'PATCH',
    path: '/api/admin/deals/:id/visibility',
    access: 'admin',
    changesPublic: true,
    summary:
      'Hides a deal with a reason, so that only administrators can show it again, or shows it. The dealer is mailed.',
    params: id,
    body: Visibility,
    limit: 'dealChanges',
    answer: AdminDeal,
  }),
  assign: endpoint({
    method: 'PATCH',
    path: '/api/admin/deals/:id/owner',
    access: 'admin',
    changesPublic: true,
    summary: 'Gives a deal without an owner to a dealer and into their salon; 409 when it has one.',
    params: id,
    body: Owner,
    answer: AdminDeal,
  }),
  salons: endpoint({
    method: 'GET',
    path: '/api/admin/salons',
    access: 'admin',
    summary: 'Salons by name; those without an owner first. `q` is an id or looked for in the name.',
    query: z.object({ q: z.optional(SearchText), ...PageQuery }),
    pageSize: 50,
    answer: z.array(AdminSalon),
  }),
  assignSalon: endpoint({
    method: 'PATCH',
    path: '/api/admin/salons/:id/owner',
    access: 'admin',
    changesPublic: true,
    summary:
      'Gives a salon without an owner, and its deals without one, to a dealer; 409 when it has an owner, or the dealer a salon.',
    params: id,
    body: Owner,
    answer: AdminSalon,
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/admin/deal-reports',
    access: 'admin',
    summary: 'Deals with reports that nobody has decided about, the longest reported first.',
    /** `q` as in `list`. */
    query: z.object({ q: z.optional(SearchText), ...PageQuery }),
    pageSize: 50,
    answer: z.array(ReportedDeal),
  }),
  decideReports: endpoint({
    method: 'POST',
    path: '/api/admin/deals/:id/reports/decision',
    access: 'admin',
    changesPublic: true,
    summary:
      'Decides about all open reports of a deal: hides it with a reason, or dismisses them (a review with a reason, told to the owner). 409 when none is open.',
    params: id,
    body: ReportDecision,
    answer: Done,
  }),
};
