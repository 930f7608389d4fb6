import type { Deps } from '#server/deps.ts';
import { recurring } from '#server/kit/jobs/job.ts';
import { releaseOrders } from './orders.service.ts';

export const ordersRelease = recurring({
  name: 'orders-release',
  cron: '*/10 * * * *',
  run: ({ db }: Deps) => releaseOrders(db),
});
