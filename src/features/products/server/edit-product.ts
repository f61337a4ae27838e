import { attachPhotos, listOwnPhotos } from '#photos/server/attached-photos.ts';
import { centsOf } from '#rules/amounts.ts';
import { AppError } from '#server/app-error.ts';
import { type EditProduct, productDates, type Unit, withoutUndefined } from '../rules/product.ts';
import {
  announcedDay,
  captureColumns,
  cropColumns,
  noCapture,
  weightColumns,
} from './create-product.ts';
import { type FarmerCall, getOwnProduct } from './list-own-products.ts';
import { lockOwnProduct, lockProduct, updateHidden, updateProduct } from './own-product-queries.ts';
import { confirmedColumns, refuseStaleCount } from './set-quantities.ts';
import { insertStockMovements } from './stock-queries.ts';

/** A given quantity confirms the product. Placed orders keep their prices and units. */
export async function editProduct(
  call: FarmerCall & Pick<Call, 'priceRecords' | 'isReserved'>,
  { productId, quantitySeen, ...input }: EditProduct,
) {
  const { db, user, clock, priceRecords, isReserved } = call;
  const own = { farmerId: user.id, productId };
  await db.transaction(async (tx) => {
    const before = await lockOwnProduct(tx, own);
    if (!before) throw new AppError('PRODUCT_NOT_FOUND');
    refuseStaleCount(before.quantity, quantitySeen);
    const now = clock();
    const after = edited(before, input);
    // Returned reservations would be in another unit: five bags added to nine hundred kilograms.
    if (after.unit !== before.unit && (await isReserved(tx, productId)))
      throw new AppError('UNIT_RESERVED', { field: 'unit' });
    const { capturedAt, photoIds } = input;
    const isElsewhere = !capturedAt && (await hasNewPhotos(tx, productId, photoIds ?? []));
    if (after.depositPercent === null) await refuseReserved(tx, before, isReserved);
    after.harvestDate = announcedDay(after, now, before);
    const { id, ...columns } = after;
    await updateProduct(tx, {
      ...own,
      change: {
        ...columns,
        ...(await captureColumns(tx, { farmerId: user.id, now }, capturedAt)),
        ...(isElsewhere && noCapture),
        ...(input.quantity !== undefined && confirmedColumns(after, now)),
        updatedAt: now,
      },
    });
    if (after.pricePerKgCents !== before.pricePerKgCents || after.crop !== before.crop)
      await priceRecords.recordAsked(tx, productId, now);
    const movements = movementsBetween(before, after);
    if (movements.length > 0) {
      await insertStockMovements(
        tx,
        movements.map((movement) => ({ ...movement, productId, reason: 'counted', movedAt: now })),
      );
    }
    if (photoIds) await attachPhotos(tx, { ...own, photoIds }, now);
  });
  return getOwnProduct(db, own, call);
}

type Before = NonNullable<Awaited<ReturnType<typeof lockOwnProduct>>>;

/** A weight is that of one unit, so a change of unit drops it. */
function edited(before: Before, input: Omit<EditProduct, 'productId' | 'quantitySeen'>) {
  const { price, crop, capturedAt, photoIds, ...named } = input;
  const isSameUnit = input.unit === undefined || input.unit === before.unit;
  const after = {
    ...before,
    ...(!isSameUnit && { netWeightKg: null }),
    ...withoutUndefined(named),
    ...(price !== undefined && { priceCents: centsOf(price) }),
    ...cropColumns(input, before.name),
  };
  if (isDated(input)) productDates.parse(after);
  return { ...after, ...weightColumns(after) };
}

const isDated = ({ harvestDate, expiryDate, depositPercent }: Partial<EditProduct>) =>
  [harvestDate, expiryDate, depositPercent].some((date) => date !== undefined);

async function refuseReserved(
  tx: Database,
  { id, depositPercent }: { id: number; depositPercent: number | null },
  isReserved: Call['isReserved'],
) {
  if (depositPercent !== null && (await isReserved(tx, id)))
    throw new AppError('HARVEST_RESERVED', { field: 'depositPercent' });
}

type Stock = { quantity: number; unit: Unit };

/** A change of unit books the old stock out in the old unit, and the new stock in. */
function movementsBetween(before: Stock, now: Stock) {
  const movements =
    before.unit === now.unit
      ? [{ change: now.quantity - before.quantity, unit: now.unit }]
      : [
          { change: -before.quantity, unit: before.unit },
          { change: now.quantity, unit: now.unit },
        ];
  return movements.filter(({ change }) => change !== 0);
}

async function hasNewPhotos(db: Database, productId: number, photoIds: number[]) {
  const present = new Set(
    (await listOwnPhotos(db, [productId])).get(productId)?.photos.map(({ id }) => id),
  );
  return photoIds.some((id) => !present.has(id));
}

/** The row stays, because orders refer to it. */
export async function deleteProduct(
  { db, user, clock, isReserved }: FarmerCall & Pick<Call, 'isReserved'>,
  { productId }: { productId: number },
) {
  const own = { farmerId: user.id, productId };
  await db.transaction(async (tx) => {
    const product = await lockOwnProduct(tx, own);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    await refuseReserved(tx, product, isReserved);
    const now = clock();
    await updateProduct(tx, { ...own, change: { deletedAt: now, updatedAt: now } });
  });
  return {};
}

export async function addPhotos(
  call: FarmerCall,
  { productId, photoIds }: { productId: number; photoIds: number[] },
) {
  const { db, user, clock } = call;
  const own = { farmerId: user.id, productId };
  await db.transaction(async (tx) => {
    if (!(await lockOwnProduct(tx, own))) throw new AppError('PRODUCT_NOT_FOUND');
    const now = clock();
    const present = (await listOwnPhotos(tx, [productId])).get(productId)?.photos ?? [];
    await attachPhotos(
      tx,
      { ...own, photoIds: [...present.map(({ id }) => id), ...photoIds] },
      now,
    );
    const isElsewhere = photoIds.some((photoId) => present.every(({ id }) => id !== photoId));
    await updateProduct(tx, { ...own, change: { ...(isElsewhere && noCapture), updatedAt: now } });
  });
  return getOwnProduct(db, own, call);
}

/** `suspended`: the product returns only together with its farmer. */
type Hiding =
  | { outcome: 'unknown' | 'already' | 'suspended' }
  | { outcome: 'changed'; name: string };

export async function hideProduct(tx: Database, productId: number, now: Date): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (product.hiddenAt) return { outcome: 'already' };
  await updateHidden(tx, productId, now);
  return { outcome: 'changed', name: product.name };
}

export const findProductState = async (tx: Database, productId: number) => {
  const product = await lockProduct(tx, productId);
  return product && { name: product.name, hiddenAt: product.hiddenAt };
};

export async function unhideProduct(tx: Database, productId: number): Promise<Hiding> {
  const product = await lockProduct(tx, productId);
  if (!product) return { outcome: 'unknown' };
  if (!product.hiddenAt) return { outcome: 'already' };
  if (product.farmerSuspendedAt) return { outcome: 'suspended' };
  await updateHidden(tx, productId, null);
  return { outcome: 'changed', name: product.name };
}
