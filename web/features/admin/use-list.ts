/** The lists of the admin panel: their state is the address, so that reload, Back and a copied link show the same rows. */
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import type { AnswerOf, InputOf, PagedEndpoint, QueryOf } from '#core/contract/endpoint.ts';
import { api } from '#web/kit/data/api.ts';
import { addressWith, useAddress, useParameter } from '#web/kit/router/address.ts';
import { useNavigate } from '#web/kit/router/location.tsx';

/** The parameters of `/admin` beside its tab. */
interface ListState {
  /** A tab within the tab. */
  part: string | null;
  q: string | null;
  filter: string | null;
  /** Begins with `-` for descending. */
  sort: string | null;
  /** Cursor of the shown page. */
  page: string | null;
}

const names = ['part', 'q', 'filter', 'sort', 'page'] as const;

/** Filters that only one list has. */
type Change = Partial<ListState & Record<'category' | 'where' | 'person' | 'day', string | null>>;

/** Another page of the list, where nothing is open. */
export const onPage = (page: string | null) => ({ page, open: null, do: null });

/** Reads and changes what a list shows. A change starts at the first page; typing replaces the address, the rest adds to the history. */
export function useListState(): ListState & { change: (to: Change, how?: { replace: boolean }) => void } {
  const address = useAddress();
  const navigate = useNavigate();
  const query = new URLSearchParams(address.search);
  const [part, q, filter, sort, page] = names.map((name) => query.get(name));
  return {
    ...({ part, q, filter, sort, page } as ListState),
    change: (to, { replace } = { replace: false }) =>
      void navigate(addressWith(address, { ...onPage(null), ...to }), { replace }),
  };
}

/** Rows of a page: each is a card on phones. */
const ROWS = '20';

/** One page of a list, refetched whenever it is shown again. */
export function useAdminList<Route extends PagedEndpoint>(endpoint: Route, query: QueryOf<Route>) {
  const cursor = useParameter('page');
  const input = {
    query: { ...(query as object | undefined), limit: ROWS, ...(cursor && { cursor }) },
  } as InputOf<Route>;
  return useQuery({
    queryKey: [urlOf(endpoint, input), 'page'],
    queryFn: ({ signal }) => api.page(endpoint, input, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }) as UseQueryResult<{ items: AnswerOf<Route>; next: string | null }>;
}

const CHANGED = /^\/api\/(admin|dealer-requests|membership|deals|categories|user)\b/;

/** Refetches what a change in the admin panel may have changed, its badges too. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.test(String(queryKey[0])) });
}
