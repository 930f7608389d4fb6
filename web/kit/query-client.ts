/** The cache of server data with the numbers of Spec 1 §9. */
import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from '#core/contract/call.ts';
import { hasConnection } from './online.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long answers are fresh and kept. */
export const times = {
  default: { staleTime: MINUTE, gcTime: 5 * MINUTE },
  categories: { staleTime: 5 * MINUTE, gcTime: 10 * MINUTE },
  deals: { staleTime: 30 * SECOND, gcTime: MINUTE },
  featured: { staleTime: 2 * MINUTE, gcTime: 5 * MINUTE },
} as const;

/** A refusal will not change by asking again; only a lost connection or a server in trouble is retried. */
const worthRetrying = (most: number) => (failures: number, error: Error) => failures < most && !isRefusal(error);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...times.default,
        // Without a connection nothing is asked again until it is back.
        retry: (failures, error) => hasConnection() && worthRetrying(2)(failures, error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { retry: worthRetrying(1), networkMode: 'always' },
    },
  });
}
