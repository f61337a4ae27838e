import { ID_MAX } from '#shared/limits.ts';
import { AppError } from './app-error.ts';

/** What a list is called and ordered by: a cursor made for another list or order, or by hand, is refused before a query sees it. */
export type ListOrder = { name: string; values: readonly ('integer' | 'number')[] };

/** Where a page ended: the values that the list is ordered by, of its last row. */
type CursorValues = (number | null)[];

/** @throws AppError INVALID_INPUT when it is no cursor of this list */
export function decodeCursor(cursor: string, { name, values: kinds }: ListOrder): number[] {
  try {
    const [list, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (list === name && values.length === kinds.length && kinds.every((kind, at) => isOf(kind, values[at]))) {
      // Each has just been seen to be a number of its kind.
      return values as number[];
    }
  } catch {
    // Falls through: text that is no JSON, or JSON that is no list, is no cursor either.
  }
  throw new AppError('INVALID_INPUT', { field: 'cursor' });
}

const isOf = (kind: 'integer' | 'number', value: unknown) =>
  kind === 'integer' ? Number.isInteger(value) && Math.abs(value as number) <= ID_MAX : Number.isFinite(value);

type Paging<T> = { size: number; list: ListOrder; valuesOf: (last: T) => CursorValues };

/** Takes one row more than a page was read: it says that there is a next page, and is not shown. */
export function pageOf<T>(rows: T[], { size, list, valuesOf }: Paging<T>) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const hasMore = rows.length > size && last !== undefined;
  return { rows: shown, nextCursor: hasMore ? encodeCursor(list, valuesOf(last)) : null };
}

const encodeCursor = ({ name }: ListOrder, values: CursorValues) =>
  Buffer.from(JSON.stringify([name, ...values])).toString('base64url');
