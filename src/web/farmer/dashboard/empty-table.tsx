import { DataTable } from '#web/ui/data-table.tsx';

type EmptyTableProps = { caption: string; headers: readonly (() => string)[] };

/** The columns of a table that has no rows yet, where there is room to show them. */
export function EmptyTable({ caption, headers }: EmptyTableProps) {
  const columns = headers.map((header) => ({ key: header(), header: header(), cell: () => null }));
  return (
    <div className="overflow-x-auto max-lg:hidden">
      <DataTable caption={caption} columns={columns} rows={[]} rowKey={() => 0} />
    </div>
  );
}
