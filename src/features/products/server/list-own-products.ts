import { listOwnPhotos } from '#photos/server/shown-photos.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import {
  type BuyerCategory,
  buyerCategories,
  type Category,
  isBuyerCategory,
} from '#products/rules/categories.ts';
import { OWN_PRODUCTS_PAGE_SIZE } from '#products/rules/limits.ts';
import type { WebhookSource } from '#webhooks/server/sources.ts';
import { swahiliNameOf } from '../rules/crops.ts';
import { isAskedAbout, type ListOwnProducts, productStatus } from '../rules/product.ts';
import { isPhotographedOnFarm } from './stock/is-photographed-on-farm.ts';
import { countOwnProducts, findOwnProduct, listOwnProducts as listRows } from './stock/queries.ts';

export type FarmerCall = Pick<Call, 'db' | 'clock'> & { user: { id: number } };

const ownList: ListOrder = { name: 'own', values: ['integer'] };

export async function listOwnProducts(
  { db, user, clock }: FarmerCall,
  { search, category, cursor, limit = OWN_PRODUCTS_PAGE_SIZE }: ListOwnProducts,
) {
  const beforeId = cursor ? (decodeCursor(cursor, ownList)[0] ?? null) : null;
  const rows = await listRows(db, {
    farmerId: user.id,
    search,
    categories: category && membersOf(category),
    beforeId,
    limit: limit + 1,
  });
  const page = pageOf(rows, { size: limit, list: ownList, valuesOf: ({ id }) => [id] });
  return { products: await readOwnProducts(db, page.rows, clock()), nextCursor: page.nextCursor };
}

const membersOf = (category: Category | BuyerCategory): readonly Category[] =>
  isBuyerCategory(category) ? buyerCategories[category] : [category];

export async function getOwnProduct(
  db: Database,
  own: { farmerId: number; productId: number },
  { clock }: { clock: Clock },
): Promise<OwnProduct> {
  const row = await findOwnProduct(db, own);
  const [product] = row ? await readOwnProducts(db, [row], clock()) : [];
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  return product;
}

export const productSource: WebhookSource = {
  kind: 'product',
  async read(db, { id: productId, userId: farmerId }, { clock }) {
    const row = await findOwnProduct(db, { farmerId, productId });
    const [product] = row ? await readOwnProducts(db, [row], clock()) : [];
    return product ? { product } : null;
  },
};

export const countProducts = (db: Database, farmerId: number, { clock }: { clock: Clock }) =>
  countOwnProducts(db, { farmerId, today: dayInNairobi(clock()) });

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnProduct>>>;

/** As in §3. Money in KES. */
async function readOwnProducts(db: Database, rows: OwnRow[], now: Date) {
  const today = dayInNairobi(now);
  const photos = await listOwnPhotos(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({
      priceCents,
      pricePerKgCents,
      capturedMetresFromFarm,
      capturedAccuracyMetres,
      hiddenAt,
      storedStatus,
      askedAt,
      ...product
    }) => ({
      ...product,
      swahiliName: swahiliNameOf(product),
      status: productStatus({ ...product, hiddenAt, storedStatus }, today),
      isAsked: isAskedAbout({ ...product, hiddenAt, storedStatus, askedAt }, today),
      price: shillingsOf(priceCents),
      pricePerKg: pricePerKgCents === null ? null : shillingsOf(pricePerKgCents),
      isPhotographedOnFarm: isPhotographedOnFarm({
        capturedMetresFromFarm,
        capturedAccuracyMetres,
      }),
      photos: photos.get(product.id)?.photos ?? [],
      /** Found broken after they were stored. */
      unreadablePhotos: photos.get(product.id)?.unreadableCount ?? 0,
    }),
  );
}

type OwnProduct = Awaited<ReturnType<typeof readOwnProducts>>[number];
