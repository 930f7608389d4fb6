/** CSV files for spreadsheets: semicolons, a byte order mark, texts that cannot become formulas. */
import { stringify } from 'csv-stringify/sync';

export interface CsvColumn<Row> {
  header: string;
  /** Numbers have a decimal point and no grouping. */
  value: (row: Row) => string | number | null;
}

/** What spreadsheets run as a formula; numbers and phone numbers (`+355 69 …`) are none. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?\d[\d .,]*$/;

/** The file in pieces: the header, then a piece for each batch of rows. */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const write = (rows: (string | number | null)[][], bom = false) =>
    stringify(rows, {
      bom,
      delimiter: ';',
      record_delimiter: 'windows',
      cast: { string: (text) => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text) },
    });
  yield write([columns.map(({ header }) => header)], true);
  for await (const rows of batches) yield write(rows.map((row) => columns.map(({ value }) => value(row))));
}
