// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the table semantics once its rows are laid out as blocks
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  key: string;
  header: string;
  /** A share of the table's width, for tables that cut what does not fit. */
  width?: string;
  cell: (row: Row) => ReactNode;
  isNumeric?: boolean;
  isExtra?: boolean;
  /** The heading of the card on a phone, without the column's name. */
  isTitle?: boolean;
  isFoot?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table
      role="table"
      className={classNames(
        'w-full border-separate border-spacing-0 max-md:block',
        columns.some(({ width }) => width) && 'table-fixed',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ key, header, width, isNumeric }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              style={{ width }}
              className={classNames(
                'border-line border-b px-2.5 py-3 first:pl-4 last:pr-4 font-semibold text-muted text-sm',
                isNumeric ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="group max-md:grid max-md:gap-y-1.5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:p-4"
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row };

function Cell<Row>({
  column: { header, cell, isNumeric, isTitle, isFoot, isExtra },
  row,
}: CellProps<Row>) {
  return (
    <td
      role="cell"
      className={classNames(
        'md:border-line md:border-b md:px-2.5 md:py-3 md:first:pl-4 md:last:pr-4 md:group-last:border-b-0',
        isNumeric && 'tabular-nums md:text-right',
        isTitle && 'max-md:mb-1 max-md:font-bold max-md:text-lg',
        isFoot && 'max-md:mt-2 max-md:border-line max-md:border-t max-md:pt-3',
        !isTitle &&
          !isFoot &&
          'max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4',
        isExtra && 'max-md:hidden',
      )}
    >
      {!isTitle && !isFoot && (
        <span
          aria-hidden="true"
          className="shrink-0 text-muted text-sm max-md:max-w-[40%] md:hidden"
        >
          {header}
        </span>
      )}
      {isTitle || isFoot ? cell(row) : <span className="max-md:text-right">{cell(row)}</span>}
    </td>
  );
}
