/** What waits for an administrator. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const admin = {
  pending: endpoint({
    method: 'GET',
    path: '/api/admin/pending',
    access: 'admin',
    summary: 'How much waits for a decision: the badges of the admin panel.',
    answer: z.object({ supportMessages: z.int(), dealerRequests: z.int(), dealReports: z.int() }),
  }),
};
