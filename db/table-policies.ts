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
  /** Rows kept after closure are needed for accounting, or by others. */
  onClosure: 'delete' | 'keep';
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

interface Declared<Column> {
  personalData?: PersonalData<Column>;
  retention?: Retention<Column>;
}

export interface TablePolicy extends Declared<PgColumn> {
  table: PgTable;
}

/** All policies; complete once `db/schema.ts` is imported, which exports this list too. */
export const tablePolicies: TablePolicy[] = [];

export function policy<T extends PgTable>(
  table: T,
  { personalData, retention }: Declared<keyof T['_']['columns'] & string>,
): void {
  const columns = getTableColumns<PgTable>(table);
  const column = (name: string) => {
    const found = columns[name];
    if (!found) throw new Error(`no column ${name}`);
    return found;
  };
  tablePolicies.push({
    table,
    ...(personalData && {
      personalData: {
        ...personalData,
        owner: column(personalData.owner),
        secret: (personalData.secret ?? []).map(column),
      },
    }),
    ...(retention && { retention: { ...retention, since: column(retention.since) } }),
  });
}
