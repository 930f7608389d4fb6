/** Search in lists of administrators. */
import { type SQL, sql } from 'drizzle-orm';
import { escapeLike } from '../db/escape-like.ts';

/** SQL: whether one of the columns contains the text, in any case. @param columns - trusted names with table aliases */
export function containing(text: string, columns: readonly string[]): SQL {
  const pattern = `%${escapeLike(text)}%`;
  return sql`(${sql.join(
    columns.map((column) => sql`${sql.raw(column)} ilike ${pattern}`),
    sql` or `,
  )})`;
}
