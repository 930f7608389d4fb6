/** Search in lists of administrators. */
import { type SQL, sql } from 'drizzle-orm';

/** SQL: whether the expression contains the text, whatever case and diacritics. @param expression - trusted, as it is indexed */
export const containing = (text: string, expression: string): SQL =>
  sql`search_folded(${sql.raw(expression)}) like search_pattern(${text})`;
