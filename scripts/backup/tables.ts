/** What a backup holds, read from the catalogue of the database: a new table or column needs no line here. */
import type { ClientBase } from 'pg';

/** Names are as SQL wants them: `graphile_worker._private_jobs`. */
export interface Table {
  name: string;
  /** Those that are stored as given; the others follow from them. */
  columns: string[];
}

export interface Sequence {
  name: string;
  /** What it gives next. */
  next: string;
}

const OURS = `n.nspname in ('public', 'graphile_worker')`;

/** Every table, behind those it refers to; which migrations made them is not theirs to say. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select format('%I.%I', rn.nspname, r.relname)
        from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind = 'r' and c.oid <> 'public.migrations'::regclass order by 1`);
  const placed: Table[] = [];
  while (placed.length < rows.length) {
    const isPlaced = (name: string) => placed.some((table) => table.name === name);
    const next = rows.find(({ name, refersTo }) => !isPlaced(name) && refersTo.every(isPlaced));
    if (!next) throw new Error('tables refer to each other in a circle');
    placed.push({ name: next.name, columns: next.columns });
  }
  return placed;
}

export async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value + increment_by, start_value)::text as next
    from pg_sequences s join pg_namespace n on n.nspname = s.schemaname where ${OURS} order by 1`);
  return rows;
}

/** Names of the migrations that made the tables what they are. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}
