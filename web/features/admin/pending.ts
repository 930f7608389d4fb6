import { queryOptions } from '@tanstack/react-query';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { urlOf } from '#core/contract/call.ts';
import { api } from '#web/kit/data/api.ts';

/** Other administrators decide too, and people write meanwhile. */
const POLL_MS = 30_000;

export const pendingQuery = queryOptions({
  queryKey: [urlOf(adminOverview.pending)],
  queryFn: () => api.call(adminOverview.pending),
  staleTime: 0,
  refetchInterval: POLL_MS,
});
