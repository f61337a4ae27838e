import { lockPerson } from '#accounts/server/people-queries.ts';
import { notify } from '#notifications/server/notify.ts';
import { attachLotPhoto, copyLotPhoto } from '#photos/server/shown-photos.ts';
import { DAY_SECONDS } from '#platform/rules/durations.ts';
import { approximatePlace } from '#platform/rules/geo.ts';
import { centsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { findCrop } from '#products/rules/crops.ts';
import {
  isLotTimely,
  LOT_AHEAD_SECONDS,
  LOT_DAYS_AHEAD,
  LOTS_OF_BUYER_MAX,
  nextWeek,
} from '../rules/lot.ts';
import type { AskForLot } from '../rules/lot-input.ts';
import { lotAskedNotice } from '../rules/notices.ts';
import { factsOf, noticeOf } from './move-lot.ts';
import {
  countLots,
  countRepeated,
  insertLot,
  type LotRow,
  listFarmsToTell,
  listPoints,
  updateLot,
} from './queries.ts';
import { getOwnLot } from './read-lots.ts';
import { listFarmsOf } from './share-queries.ts';

/** The clock tells the farms. */
export async function askForLot(call: Call<'buyer'>, input: AskForLot) {
  const lotId = await call.db.transaction(async (tx) => {
    const now = call.clock();
    if (!(await lockPerson(tx, call.user.id))) throw new AppError('NOT_LOGGED_IN');
    if (!(await call.isProven(tx, call.user.id))) throw new AppError('LOT_NEEDS_PROOF');
    const since = secondsAfter(now, -DAY_SECONDS);
    if ((await countLots(tx, { buyerId: call.user.id, since })) >= LOTS_OF_BUYER_MAX)
      throw new AppError('TOO_MANY_LOTS', { inputs: { count: LOTS_OF_BUYER_MAX } });
    const { price, points, leastQuantity, netWeightKg, photoId, ...asked } = input;
    const closesAt = new Date(input.closesAt);
    if (!isLotTimely({ day: input.day, closesAt }, now))
      throw new AppError('LOT_DAY_WRONG', { field: 'closesAt', inputs: { days: LOT_DAYS_AHEAD } });
    const lot = {
      ...asked,
      closesAt,
      netWeightKg: (asked.unit !== 'kg' && netWeightKg) || null,
      leastQuantity: leastQuantity ?? asked.smallestShare,
      priceCents: centsOf(price),
      buyerId: call.user.id,
      createdAt: now,
    };
    const id = await insertLot(
      tx,
      lot,
      points.map((point) => ({ ...point, ...approximatePlace(point) })),
    );
    if (id === null) throw new Error('The lot was not stored');
    if (photoId) await attachLotPhoto(tx, { buyerId: lot.buyerId, lotId: id, photoId });
    return id;
  });
  return getOwnLot(call, { lotId });
}

/**
 * Those of the week before come first, the others a day later. Each is told once, because the lot
 * says in the same transaction that they were.
 */
export async function tellFarms(tx: Database, lot: LotRow, now: Date) {
  if (lot.toldAt) return;
  const tell = (userIds: number[]) =>
    notify(
      tx,
      [
        {
          ...noticeOf(lot, { kind: lotAskedNotice, userIds, facts: factsOf(lot) }),
          causedBy: lot.buyerId,
          isByProven: true,
        },
      ],
      now,
    );
  if (lot.previousId !== null && !lot.firstToldAt) {
    await tell(await listFarmsOf(tx, lot.previousId));
    await updateLot(tx, lot.id, { firstToldAt: now });
  }
  const othersFrom =
    lot.previousId === null ? lot.createdAt : secondsAfter(lot.createdAt, LOT_AHEAD_SECONDS);
  const crop = findCrop(lot.crop);
  if (now < othersFrom || !crop) return;
  const points = await listPoints(tx, [lot.id]);
  await tell(await listFarmsToTell(tx, { lot, points, group: crop.group }));
  await updateLot(tx, lot.id, { toldAt: now });
}

/** Next week's lot, once, however many processes try. */
export async function repeatLot(tx: Database, lot: LotRow, now: Date) {
  const next = nextWeek(lot);
  if (!lot.repeatsWeekly || !isLotTimely(next, now) || (await countRepeated(tx, lot.id)) > 0)
    return;
  const { id: previousId, crop, unit, netWeightKg, quantity, leastQuantity, smallestShare } = lot;
  const { priceCents, quality, place, buyerId, repeatsWeekly } = lot;
  const points = await listPoints(tx, [lot.id]);
  const lotId = await insertLot(
    tx,
    {
      ...{ previousId, crop, unit, netWeightKg, quantity, leastQuantity, smallestShare },
      ...{ priceCents, quality, place, buyerId, repeatsWeekly, ...next, createdAt: now },
    },
    points.map(({ id: _, lotId: __, ...point }) => point),
  );
  if (lotId) await copyLotPhoto(tx, { from: lot.id, lotId }, now);
}
