import { listLotPhotos } from '#photos/server/shown-photos.ts';
import type { Database } from '#platform/server/db/database.ts';
import { cropText } from '../rules/notices.ts';
import { endLot, requireLot } from './move-lot.ts';
import { findLot } from './queries.ts';
import { listRideOrders } from './ride-queries.ts';
import { listNamedShares } from './share-queries.ts';

/** The row of a search, without whose lot it is. */
export async function findLotRow(db: Database, lotId: number) {
  const lot = await findLot(db, lotId);
  if (!lot) return null;
  const { id, status, quantity, unit, crop, createdAt } = lot;
  return {
    ...{ id, status, quantity, unit, createdAt },
    en: cropText(crop, { locale: 'en' }),
    sw: cropText(crop, { locale: 'sw' }),
  };
}

/** Money in cents. */
export async function findOperatorLot(db: Database, lotId: number) {
  const lot = await findLot(db, lotId);
  if (!lot) return null;
  const { id, buyerId, status, crop, unit, quantity, given, priceCents, quality, place } = lot;
  const { day, createdAt, closesAt, closedAt, takenAt } = lot;
  const shares = await listNamedShares(db, { lotId, without: [] });
  const rides = await listRideOrders(db, lotId);
  const photos = await listLotPhotos(db, [lotId]);
  return {
    ...{ id, buyerId, status, unit, quantity, given, priceCents, quality, place },
    ...{ day, createdAt, closesAt, closedAt, takenAt },
    en: cropText(crop, { locale: 'en' }),
    sw: cropText(crop, { locale: 'sw' }),
    photo: photos.get(lotId)?.url ?? null,
    shares: shares.map(({ farmerId, farmName, quantity, status, orderId, changedAt }) => ({
      ...{ farmerId, farmName, quantity, status, orderId, changedAt },
    })),
    rideOrders: rides.flatMap(({ orderId }) => orderId ?? []),
  };
}

/** Locks it. */
export async function findLotState(tx: Database, lotId: number) {
  const { status } = await requireLot(tx, lotId);
  return { status };
}

export const lapseLot = async (tx: Database, lotId: number, now: Date) =>
  endLot(tx, await requireLot(tx, lotId), 'lapsed', now);
