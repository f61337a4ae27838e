import { ID_MAX } from '#rules/limits.ts';
import { AppError } from './app-error.ts';

/** A forged cursor, or one for another list or order, is refused before it reaches a query. */
export type ListOrder = { name: string; values: readonly ('integer' | 'number')[] };

type CursorValues = (number | null)[];

export function decodeCursor(cursor: string, { name, values: kinds }: ListOrder) {
  try {
    const [list, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      list === name &&
      values.length === kinds.length &&
      kinds.every((kind, at) => isOf(kind, values[at]))
    ) {
      return values as number[];
    }
  } catch {
    // Not JSON: refused below.
  }
  throw new AppError('INVALID_INPUT', { field: 'cursor' });
}

const isOf = (kind: 'integer' | 'number', value: unknown) =>
  kind === 'integer'
    ? Number.isInteger(value) && Math.abs(value as number) <= ID_MAX
    : Number.isFinite(value);

type Paging<T> = { size: number; list: ListOrder; valuesOf: (last: T) => CursorValues };

/** `rows` has one more than the page if there is a next page. */
export function pageOf<T>(rows: T[], { size, list, valuesOf }: Paging<T>) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const hasMore = rows.length > size && last !== undefined;
  return { rows: shown, nextCursor: hasMore ? encodeCursor(list, valuesOf(last)) : null };
}

type IdList<T> = {
  name: string;
  cursor: string | undefined;
  size: number;
  idOf: (row: T) => number;
};

/** Of a list in the order of an id, the highest first. */
export async function pageById<T>(
  read: (part: { beforeId: number | null; limit: number }) => Promise<T[]>,
  { name, cursor, size, idOf }: IdList<T>,
) {
  const list: ListOrder = { name, values: ['integer'] };
  const [beforeId = null] = cursor ? decodeCursor(cursor, list) : [];
  const rows = await read({ beforeId, limit: size + 1 });
  return pageOf(rows, { size, list, valuesOf: (last) => [idOf(last)] });
}

const encodeCursor = ({ name }: ListOrder, values: CursorValues) =>
  Buffer.from(JSON.stringify([name, ...values])).toString('base64url');
