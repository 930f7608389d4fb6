/** Search in lists of administrators. */
import { type SQL, sql } from 'drizzle-orm';

/** SQL: whether one of the columns contains the text, in any case. @param columns - trusted names with table aliases */
export function containing(text: string, columns: readonly string[]): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${sql.join(
    columns.map((column) => sql`${sql.raw(column)} ilike ${pattern}`),
    sql` or `,
  )})`;
}
