/**
 * A semantic table whose rows become cards on phones. The server sorts, filters and pages, and columns are fixed, so a
 * table library would have nothing left to do.
 */
import type { ReactNode } from 'react';
import { ChevronDown } from './icons.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The cell that names the row: a row header, and the head of its card. */
  isTitle?: boolean;
  /** Numbers and amounts. */
  isNumeric?: boolean;
  /** Cards show the cell without its header. */
  isBare?: boolean;
  /** Value of `sort` for this column; its header is a button then. */
  sort?: string;
}

interface Props<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The current order; `-` before the value of a column means descending. */
  sort?: string | null;
  onSort?: (sort: string) => void;
}

/** Repeated as attributes, because `display: block` removes the roles of the elements in some browsers. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

export function DataTable<Row>({ caption, columns, rows, keyOf, sort = null, onSort }: Props<Row>) {
  return (
    <table {...as.table} className="w-full text-left max-md:block md:rounded-card md:bg-surface md:shadow-card">
      <caption className="sr-only">{caption}</caption>
      <thead {...as.rowgroup} className="max-md:sr-only">
        <tr {...as.row}>
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody {...as.rowgroup} className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            {...as.row}
            className="max-md:flex max-md:flex-col max-md:gap-2 max-md:rounded-card max-md:bg-surface max-md:p-4 max-md:shadow-card md:*:border-t md:*:border-line"
          >
            {columns.map((column) => (
              <BodyCell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderProps<Row> {
  column: Column<Row>;
  sort: string | null;
  onSort: ((sort: string) => void) | undefined;
}

function HeaderCell<Row>({ column: { header, sort: key, isNumeric }, sort, onSort }: HeaderProps<Row>) {
  const order = key && sort === key ? 'ascending' : key && sort === `-${key}` ? 'descending' : undefined;
  return (
    <th
      {...as.columnheader}
      scope="col"
      aria-sort={order}
      className={`px-4 py-2 text-sm font-semibold text-muted ${isNumeric ? 'text-right' : ''}`}
    >
      {key && onSort ? (
        <button
          type="button"
          onClick={() => onSort(order === 'descending' ? key : `-${key}`)}
          className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
        >
          {header}
          <ChevronDown
            size={16}
            className={`eased ${order === 'ascending' ? 'rotate-180' : ''} ${order ? '' : 'invisible'}`}
          />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, isTitle, isNumeric, isBare } = column;
  if (isTitle)
    return (
      <th {...as.rowheader} scope="row" className="px-4 py-3 align-top font-normal wrap-anywhere max-md:p-0">
        {cell(row)}
      </th>
    );
  return (
    <td
      {...as.cell}
      className={`px-4 py-3 align-top max-md:flex max-md:flex-wrap max-md:gap-x-3 max-md:p-0 max-md:empty:hidden ${isNumeric ? 'numerals md:text-right' : ''}`}
    >
      {!isBare && (
        <span aria-hidden="true" className="text-sm text-muted md:hidden">
          {header}
        </span>
      )}
      {cell(row)}
    </td>
  );
}
