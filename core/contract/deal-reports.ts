/** Reports of deals by anybody; admins decide about them. */
import * as z from 'zod/mini';
import { cleaned } from './clean-text.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id } from './shapes.ts';

export const REPORT_REASONS = ['misleading', 'price', 'unavailable', 'other'] as const;
/** Of the owner, about a deal that an administrator hid. */
export const REVIEW = 'review';
/** Made by the shop: an original price that was raised. Nobody can report it. */
export const PRICE_RAISED = 'priceRaised';
export const ALL_REPORT_REASONS = [...REPORT_REASONS, REVIEW, PRICE_RAISED] as const;
/** `shown`: only of a review. */
export const REPORT_DECISIONS = ['hidden', 'dismissed', 'shown'] as const;
export const MAX_REPORT_TEXT = 500;

export const DealReport = z.object({
  reason: z.enum(REPORT_REASONS),
  text: z.optional(z.string().check(cleaned(), z.maxLength(MAX_REPORT_TEXT))),
});

export const dealReports = {
  add: endpoint({
    method: 'POST',
    path: '/api/deals/:id/reports',
    access: 'anyone',
    summary: 'Reports a deal. A second report of the same person about it replaces the first.',
    params: z.object({ id: Id }),
    body: DealReport,
    limit: ['dealReports', 'dealReportsOfANetwork'],
    status: 201,
    answer: Done,
  }),
};
