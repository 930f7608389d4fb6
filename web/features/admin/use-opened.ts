/** What is open in a tab of the admin panel is in the address: a row with its details or an action, or an action without a row. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { urlOf } from '#core/contract/call.ts';
import type { AnswerOf, InputOf, PagedEndpoint } from '#core/contract/endpoint.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import type { KeepsScroll } from '#web/kit/router/link.tsx';
import { useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { reasonOf, toast } from '#web/kit/toasts.ts';

/** State of a history entry with something open. */
interface OpenedEntry extends KeepsScroll {
  /** The entry before it is the same page with this closed. */
  isPushed?: boolean | undefined;
  /** There the details of the same row are open. */
  isAboveDetails?: boolean;
}

/** Rows that an action removed from their list: their details, below that action in the history, close without a message. */
const gone = new Set<string>();

export function useOpened() {
  const address = useAddress();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const entry = (state ?? {}) as OpenedEntry;
  /** What stays open after a close; Back takes a moment. */
  const [closing, setClosing] = useState<{ key: string; id: string | null } | null>(null);
  if (closing && closing.key !== key) setClosing(null);
  const query = new URLSearchParams(address.search);
  const isClosing = closing?.key === key;
  const id = isClosing ? closing.id : query.get('open');
  const action = isClosing ? null : query.get('do');
  const closeTo = (left: string | null) => {
    setClosing({ key, id: left });
    // Details of a row that is gone close themselves.
    if (entry.isPushed) return void navigate(-1);
    const before = { ...entry, keepsScroll: true, isPushed: false, isAboveDetails: false };
    void navigate(addressWith(address, { open: null, do: null }), { replace: true, state: before });
  };
  return {
    /** Null for an action without a row. */
    id,
    /** Null for the details. */
    action,
    open: (row: string | null, next: string | null = null) => {
      const isAboveDetails = row !== null && row === id && action === null;
      const replace = (id !== null || action !== null) && !isAboveDetails;
      const isPushed = !replace || entry.isPushed;
      if (row !== null) gone.delete(row);
      const after: OpenedEntry = { ...entry, keepsScroll: true, isPushed, isAboveDetails };
      void navigate(addressWith(address, { open: row, do: next }), { replace, state: after });
    },
    /** Details below an action stay open. */
    close: () => closeTo(entry.isAboveDetails ? id : null),
    /** With the details below an action. */
    leave: () => closeTo(null),
    /** The same after an action that removed the row from its list. */
    closeAll: () => {
      if (id !== null) gone.add(id);
      closeTo(null);
    },
  };
}

/** Where the rows of a list come from one by one. */
export interface RowSource<Row> {
  idOf: (row: Row) => string;
  /** Null where there is none. */
  find: (id: string) => { queryKey: QueryKey; queryFn: () => Promise<Row | null> };
}

type RowOf<Route extends PagedEndpoint> = AnswerOf<Route> extends (infer Row)[] ? Row : never;

/** For a list whose search knows ids. */
export function searchedById<Route extends PagedEndpoint>(
  endpoint: Route,
  idOf: (row: RowOf<Route>) => string,
): RowSource<RowOf<Route>> {
  const find = (id: string) => {
    const input = { query: { q: id, limit: '2' } } as unknown as InputOf<Route>;
    return {
      queryKey: [urlOf(endpoint, input)],
      queryFn: async () => {
        const rows = (await api.call(endpoint, input)) as RowOf<Route>[];
        return rows.find((row) => idOf(row) === id) ?? null;
      },
    };
  };
  return { idOf, find };
}

interface Wanted<Row, Action> {
  /** Of the page of the list; undefined while it is loading. */
  rows: Row[] | undefined;
  source: RowSource<Row>;
  /** What can be opened of the row now. */
  actionsOf: (row: Row) => readonly Action[];
}

/** The open row, whatever page of the list it is on. Where it cannot be opened, a message says so and it is closed. */
export function useOpenedRow<Row, Action extends string>({ rows, source, actionsOf }: Wanted<Row, Action | 'details'>) {
  const t = useT();
  const { id, action: wanted, open, close, leave, closeAll } = useOpened();
  const listed = rows?.find((row) => source.idOf(row) === id);
  /** A row that leaves the list stays open. */
  const [last, setLast] = useState<Row>();
  if (listed && listed !== last) setLast(listed);
  const { data: found, error } = useQuery({
    ...source.find(id ?? ''),
    enabled: id !== null && rows !== undefined && !listed,
    staleTime: 0,
  });
  const known = last && source.idOf(last) === id ? last : undefined;
  const row = id === null ? undefined : (listed ?? found ?? known);
  const action = row && actionsOf(row).find((each) => each === (wanted ?? 'details'));
  const isMissing = id !== null && !listed && (found === null || (error !== null && !row));
  const isGone = id !== null && gone.has(id);
  const isRefused = isGone || isMissing || (row !== undefined && !action);
  const refuse = useEffectEvent(() => {
    if (isGone) gone.delete(id);
    else toast({ tone: 'failed', title: error ? reasonOf(error, t) : t('admin.cannotOpen') });
    leave();
  });
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  return {
    opened: row && action && !isMissing && !isGone ? { row, action } : null,
    isAdding: id === null && wanted === 'add',
    open,
    close,
    closeAll,
  };
}
