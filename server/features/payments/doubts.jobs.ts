import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job } from '#server/kit/jobs/job.ts';

const sayings = {
  mismatch: 'somebody paid and has no order, as it is not what was asked for: npm run payments',
  unknown: 'somebody paid for an attempt that is not here: npm run payments',
  refundFailed: 'what was to be given back was not: npm run payments',
} as const;

/** What only a person can put right: whoever runs the shop is to hear of it. */
export const paymentsDoubted = job({
  name: 'payments-doubted',
  payload: z.object({ about: z.string(), why: z.enum(['mismatch', 'unknown', 'refundFailed']) }),
  run: async ({ log }: Deps, { about, why }) => log.error({ about }, sayings[why]),
});
