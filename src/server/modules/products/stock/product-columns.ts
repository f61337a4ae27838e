import type { Database } from '#server/db/connect.ts';
import { distanceMetres } from '#shared/geo.ts';
import { centsOf } from '#shared/money.ts';
import { type CreateProduct, pricePerKgCents } from '#shared/product.ts';
import { findFarmPosition } from './queries.ts';

/** What a product's form says, as the table keeps it. Where no new capture is given, the old one stays. */
export async function productColumns(db: Database, farmerId: number, input: CreateProduct) {
  const { name, category, unit, price, description, isOrganic, harvestDate, expiryDate, netWeightKg, capturedAt } = input;
  const priceCents = centsOf(price);
  const weight = unit === 'kg' ? null : (netWeightKg ?? null);
  const farm = capturedAt ? await findFarmPosition(db, farmerId) : null;
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
    ...(capturedAt &&
      farm && { capturedMetresFromFarm: distanceMetres(capturedAt, farm), capturedAccuracyMetres: capturedAt.accuracy ?? null }),
  };
}
