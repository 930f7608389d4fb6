import { queryOptions } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { desk } from '#core/contract/desk.ts';
import { api } from '#web/kit/data/api.ts';

const POLL_MS = 30_000;

export const todayQuery = queryOptions({
  queryKey: [urlOf(desk.today)],
  queryFn: () => api.call(desk.today),
  staleTime: 0,
  refetchInterval: POLL_MS,
});
