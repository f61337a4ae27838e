import { findFarmPosition } from '#farms/server/queries.ts';
import { distanceMetres } from '#platform/rules/geo/geo.ts';
import { judgeTakenAt } from '#platform/rules/taken-at.ts';
import type { Database } from '#platform/server/db/database.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import { pricePerKgCents } from '#products/rules/price-per-kg.ts';
import type { CreateProduct, EditProduct, Unit } from '#products/rules/product.ts';
import { noCapture } from './is-photographed-on-farm.ts';

type Weighed = { unit: Unit; priceCents: number; netWeightKg: number | null };

export function weightColumns({ unit, priceCents, netWeightKg }: Weighed) {
  const weight = unit === 'kg' ? null : netWeightKg;
  return { netWeightKg: weight, pricePerKgCents: pricePerKgCents(priceCents, unit, weight) };
}

/** A position is evidence only at the time of its measurement. */
export async function captureColumns(
  db: Database,
  { farmerId, now }: { farmerId: number; now: Date },
  capture: CreateProduct['capturedAt'],
) {
  const farm = capture ? await findFarmPosition(db, farmerId) : null;
  if (!capture || !farm) return {};
  const { takenAt, isTakenAtDoubtful } = judgeTakenAt(capture.takenAt, now);
  if (isTakenAtDoubtful) return { ...noCapture, capturedPositionAt: takenAt };
  const { accuracy = null } = capture;
  return {
    capturedMetresFromFarm: distanceMetres(capture, farm),
    capturedAccuracyMetres: accuracy,
    capturedPositionAt: takenAt,
  };
}

export function cropColumns(
  { crop, name }: Pick<EditProduct, 'crop' | 'name'>,
  nameBefore?: string,
) {
  if (crop !== undefined) return { crop, isCropDecided: true };
  if (name === undefined || name === nameBefore) return {};
  return { crop: guessCrop(name)?.id ?? null, isCropDecided: true };
}
