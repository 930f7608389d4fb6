/**
 * What is declared next to each table: whose personal data it holds and how long its rows are kept. The data export,
 * account closure and the cleanup job are derived from it.
 */
import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

interface PersonalData<Column> {
  /** Holds the id of the user. */
  owner: Column;
  /** Name of its part of the data export; null where rows say nothing about the person. */
  part: string | null;
  /** Left out of the export: secrets, hashes, internal ids. Unused where personal-data-export.ts has a query of its own. */
  secret?: Column[];
  /** Rows kept after closure are needed for accounting, or by others; each of their columns is in one of the lists. */
  onClosure: 'delete' | { kept: readonly Column[]; emptied: readonly Column[] };
}

interface Retention<Column> {
  /** A timestamp, or a text like `2026-11-26`. Rows where it is null stay. */
  since: Column;
  /** A PostgreSQL interval. */
  keep: string;
  /** Limits the cleanup to some rows. */
  where?: SQL;
  /** SQL function `(keep interval, most integer)` that deletes instead, where triggers refuse a plain delete. */
  deletedBy?: string;
}

interface Policy<Column> {
  /** Null for dependent rows without personal data. */
  personalData?: PersonalData<Column> | null;
  retention?: Retention<Column>;
}

export interface TablePolicy extends Policy<PgColumn> {
  table: PgTable;
}

/** All policies; complete once `db/schema.ts` is imported, which exports this list too. */
export const tablePolicies: TablePolicy[] = [];

type Columns<T extends PgTable> = keyof T['_']['columns'] & string;
/** Names in a string: `id name city`. */
type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text extends '' ? never : Text;

/** Kept and emptied columns of closed accounts, separated by spaces; a column in neither does not compile. */
interface Closed<T extends PgTable, Kept extends string, Emptied extends string> {
  kept: Exclude<Columns<T>, Words<Kept> | Words<Emptied>> extends never
    ? Kept
    : { missing: Exclude<Columns<T>, Words<Kept> | Words<Emptied>> };
  emptied: Words<Emptied> extends Columns<T> ? Emptied : never;
}

interface Declared<T extends PgTable, Kept extends string, Emptied extends string> {
  personalData?:
    | (Omit<PersonalData<Columns<T>>, 'onClosure'> & { onClosure: 'delete' | Closed<T, Kept, Emptied> })
    | null;
  retention?: Retention<Columns<T>>;
}

export function policy<T extends PgTable, const Kept extends string = '', const Emptied extends string = ''>(
  table: T,
  { personalData, retention }: Declared<T, Kept, Emptied>,
): void {
  const columns = getTableColumns<PgTable>(table);
  const column = (name: string) => {
    const found = columns[name];
    if (!found) throw new Error(`no column ${name}`);
    return found;
  };
  const listed = (names: string) => names.split(' ').filter(Boolean).map(column);
  tablePolicies.push({
    table,
    ...(personalData !== undefined && {
      personalData: personalData && {
        ...personalData,
        owner: column(personalData.owner),
        secret: (personalData.secret ?? []).map(column),
        onClosure:
          personalData.onClosure === 'delete'
            ? 'delete'
            : { kept: listed(personalData.onClosure.kept as string), emptied: listed(personalData.onClosure.emptied) },
      },
    }),
    ...(retention && { retention: { ...retention, since: column(retention.since) } }),
  });
}
