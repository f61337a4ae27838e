import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import type { Database } from '#server/db/connect.ts';
import { OWN_PRODUCTS_PAGE_SIZE } from '#shared/limits.ts';
import type { ListOwnProducts } from '#shared/product.ts';
import { listOwnProducts as listRows } from './stock/queries.ts';
import { readOwnProducts } from './stock/read-own-products.ts';

const ownList: ListOrder = { name: 'own', values: ['integer'] };

/** A page of the farmer's products, newest first. @throws AppError INVALID_INPUT for a cursor that is none */
export async function listOwnProducts(db: Database, { farmerId, cursor, ...filter }: ListOwnProducts & { farmerId: number }) {
  const beforeId = cursor ? (decodeCursor(cursor, ownList)[0] ?? null) : null;
  const rows = await listRows(db, { ...filter, farmerId, beforeId, limit: OWN_PRODUCTS_PAGE_SIZE + 1 });
  const page = pageOf(rows, { size: OWN_PRODUCTS_PAGE_SIZE, list: ownList, valuesOf: ({ id }) => [id] });
  return { products: await readOwnProducts(db, page.rows), nextCursor: page.nextCursor };
}
