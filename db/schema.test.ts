import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { getTableName } from 'drizzle-orm';
import type { Pool } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cities } from '#core/domain/cities.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { testDatabase } from '#test/database.ts';
import { databaseUrl, onServer } from '#test/postgres-server.ts';
import * as schema from './schema.ts';
import { tablePolicies } from './schema.ts';

const { pool } = await testDatabase();

const OWN = `n.nspname = 'public' and c.relname not in ('migrations')
  and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`;

/** Everything a table consists of, as PostgreSQL writes it, a line each. */
async function shapeOf(database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ line: string }>(`
    select format('%s.%s %s%s %s %s %s', c.relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end, attgenerated, pg_get_expr(adbin, adrelid), attcollation::regcollation) as line
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${OWN} and relkind = 'r' and attnum > 0 and not attisdropped
    union all
    select format('%s constraint %s %s', c.relname, conname, pg_get_constraintdef(o.oid))
    from pg_constraint o join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
    where ${OWN} and contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select pg_get_indexdef(indexrelid)
    from pg_index i join pg_class c on c.oid = indrelid join pg_namespace n on n.oid = relnamespace where ${OWN}
    order by line`);
  return rows.map(({ line }) => line);
}

/** A database that holds what the schema says and nothing else. */
async function databaseOf(tables: Record<string, unknown>): Promise<Pool> {
  const server = inject('postgres');
  const name = `drawn_${process.hrtime.bigint()}`;
  await onServer(server, `create database ${name}`);
  const drawn = createPool({ url: databaseUrl(server, name), max: 1 });
  onTestFinished(async () => {
    await drawn.end();
    await onServer(server, `drop database ${name} with (force)`);
  });
  await drawn.query('create extension pg_trgm');
  // Of the rules too, but indexes need it.
  await drawn.query(`create function search_folded(said text) returns text immutable language sql return said`);
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables));
  for (const statement of statements) await drawn.query(statement);
  return drawn;
}

/** It needs a function of the rules, which come after the tables. */
const isOfRules = (line: string) => line.startsWith('payments constraint payments_total ');

test('migrations, create exactly the tables of the schema', async () => {
  const migrated = (await shapeOf(pool)).filter((line) => !isOfRules(line));
  expect(migrated).toEqual(await shapeOf(await databaseOf(schema)));
  expect(migrated.length).toBeGreaterThan(300);
});

test('cities in the database, are those of the domain', async () => {
  const { rows } = await pool.query('select catalogue_cities() as cities');
  expect(rows).toEqual([{ cities }]);
});

test('foreign key with cascade to an account, has an index', async () => {
  const { rows } = await pool.query<{ reference: string }>(`
    select format('%s.%s', conrelid::regclass, attname) as reference
    from pg_constraint c join pg_attribute a on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = 'c' and confrelid in ('users'::regclass, 'carts'::regclass)
      and not exists (select from pg_index i where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))`);
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});

test('table that references users, without a policy for personal data, is found', async () => {
  const { rows } = await pool.query<{ table: string }>(
    `select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  );
  const declared = tablePolicies.flatMap(({ table, personalData }) => (personalData ? [getTableName(table)] : []));
  expect(rows.map(({ table }) => table).filter((table) => !declared.includes(table))).toEqual([]);
});

test('table that references rows with personal data, without a policy, is found', async () => {
  const { rows } = await pool.query<{ child: string; parent: string }>(
    "select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'",
  );
  const personal = tablePolicies.flatMap(({ table, personalData }) => (personalData ? [getTableName(table)] : []));
  const declared = tablePolicies.flatMap(({ table, personalData }) =>
    personalData === undefined ? [] : [getTableName(table)],
  );
  const children = rows.flatMap(({ child, parent }) => (personal.includes(parent) ? [child] : []));
  expect([...new Set(children)].filter((child) => !declared.includes(child))).toEqual([]);
});

test('tables deleted on account closure are those whose rows cascade from users, and refuse inserts for closed accounts', async () => {
  const deleted = tablePolicies.flatMap(({ table, personalData }) =>
    personalData?.onClosure === 'delete' ? [getTableName(table)] : [],
  );
  const namesOf = async (query: string) => (await pool.query(query)).rows.map(({ name }) => name).toSorted();
  const cascading = await namesOf(`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'carts'::regclass) and confdeltype = 'c'`);
  // Messages outlive an account that is deleted, not one that is closed.
  expect(deleted.toSorted()).toEqual([...cascading, 'support_messages'].toSorted());
  const guarded = await namesOf(
    `select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_for_closed'::regproc`,
  );
  expect(deleted.filter((table) => !guarded.includes(table)).toSorted()).toEqual(['carts', 'sessions']);
});
