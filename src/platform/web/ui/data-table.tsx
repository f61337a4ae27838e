// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the table semantics once its rows are laid out as blocks
import { classNames } from './elements.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  /** A share of the table's width, for tables that cut what does not fit. */
  width?: string;
  cell: (row: Row) => React.ReactNode;
  isNumeric?: boolean;
  isExtra?: boolean;
  /** The heading of the row where the table does not fit, without the column's name. */
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
        'w-full border-separate border-spacing-0 max-xl:block',
        columns.some(({ width }) => width) && 'xl:table-fixed',
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-xl:sr-only">
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
      <tbody role="rowgroup" className="max-xl:grid max-xl:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="group max-xl:grid max-xl:gap-y-1.5 max-xl:rounded-card max-xl:border max-xl:border-line max-xl:bg-card max-xl:p-4"
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
        'xl:border-line xl:border-b xl:px-2.5 xl:py-3 xl:first:pl-4 xl:last:pr-4 xl:group-last:border-b-0',
        isNumeric && 'tabular-nums xl:text-right',
        isTitle && 'max-xl:mb-1 max-xl:font-bold max-xl:text-lg',
        isFoot && 'max-xl:mt-2 max-xl:border-line max-xl:border-t max-xl:pt-3',
        !isTitle &&
          !isFoot &&
          'max-xl:flex max-xl:items-baseline max-xl:justify-between max-xl:gap-4',
        isExtra && 'max-xl:hidden',
      )}
    >
      {!isTitle && !isFoot && (
        <span
          aria-hidden="true"
          className="shrink-0 text-muted text-sm max-xl:max-w-[40%] xl:hidden"
        >
          {header}
        </span>
      )}
      {isTitle || isFoot ? (
        cell(row)
      ) : (
        <span className="wrap-anywhere max-xl:min-w-0 max-xl:text-right">{cell(row)}</span>
      )}
    </td>
  );
}
