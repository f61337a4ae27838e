import { findFarmPosition } from '#features/farms/server/queries.ts';
import { guessCrop } from '#features/products/rules/guess-crop.ts';
import { pricePerKgCents } from '#features/products/rules/price-per-kg.ts';
import type { CreateProduct } from '#features/products/rules/product.ts';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import { centsOf } from '#platform/rules/money.ts';
import { judgeTakenAt } from '#platform/rules/taken-at.ts';
import type { Database } from '#platform/server/db/database.ts';
import { noCapture } from './is-photographed-on-farm.ts';

/**
 * A product's form as columns of its table. The old capture position stays unless there is a new
 * one.
 */
export async function productColumns(
  db: Database,
  { farmerId, now }: { farmerId: number; now: Date },
  input: CreateProduct,
) {
  const {
    name,
    category,
    unit,
    price,
    description,
    isOrganic,
    harvestDate,
    expiryDate,
    netWeightKg,
    depositPercent,
    lowStockBelow,
    capturedAt: capturePosition,
  } = input;
  const priceCents = centsOf(price);
  const weight = unit === 'kg' ? null : (netWeightKg ?? null);
  const farm = capturePosition ? await findFarmPosition(db, farmerId) : null;
  return {
    name,
    category,
    unit,
    priceCents,
    description: description ?? '',
    isOrganic: isOrganic ?? false,
    harvestDate: harvestDate ?? null,
    expiryDate: expiryDate ?? null,
    netWeightKg: weight,
    pricePerKgCents: pricePerKgCents(priceCents, unit, weight),
    ...(depositPercent !== undefined && { depositPercent }),
    ...(lowStockBelow !== undefined && { lowStockBelow }),
    ...(capturePosition && farm && captureColumns(capturePosition, { farm, now })),
  };
}

type CapturePosition = NonNullable<CreateProduct['capturedAt']>;

/**
 * A position is evidence only at the time of its measurement. One with an implausible time is
 * discarded.
 */
function captureColumns(capture: CapturePosition, { farm, now }: { farm: Position; now: Date }) {
  const { takenAt, isTakenAtDoubtful } = judgeTakenAt(capture.takenAt, now);
  if (isTakenAtDoubtful) return { ...noCapture, capturedPositionAt: takenAt };
  const { accuracy = null } = capture;
  return {
    capturedMetresFromFarm: distanceMetres(capture, farm),
    capturedAccuracyMetres: accuracy,
    capturedPositionAt: takenAt,
  };
}

/**
 * The crop that the farmer chose. Without a choice, a new name decides the crop, and an unchanged
 * name changes nothing.
 */
export function cropColumns(
  { crop, name }: Pick<CreateProduct, 'crop' | 'name'>,
  nameBefore?: string,
) {
  if (crop === undefined && name === nameBefore) return {};
  return { crop: crop === undefined ? (guessCrop(name)?.id ?? null) : crop, isCropDecided: true };
}
