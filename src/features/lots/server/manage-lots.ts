import { isSuspended, lockPerson } from '#accounts/server/people-queries.ts';
import { attachLotPhoto, copyLotPhoto } from '#photos/server/attached-photos.ts';
import { findCrop } from '#products/rules/crops.ts';
import { centsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { approximatePlace } from '#rules/geo.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import {
  decideBy,
  isLotTimely,
  isUndecided,
  LOT_AHEAD_SECONDS,
  LOT_CLOCK_SECONDS,
  LOT_DAYS_AHEAD,
  LOTS_OF_BUYER_MAX,
  nextWeek,
} from '../rules/lot.ts';
import type { AskForLot } from '../rules/lot-input.ts';
import {
  changeLot,
  closeLot,
  endLot,
  endShare,
  endShares,
  type Locked,
  moveLineUp,
  moveLot,
  notifyAboutLot,
  type OfLot,
} from './move-lot.ts';
import {
  countLots,
  countRepeated,
  insertLot,
  type LotRow,
  listDueLots,
  listFarmsToTell,
  listPoints,
  lockLot,
  recordLot,
  termsOf,
  updateLot,
} from './queries.ts';
import { getOwnLot } from './read-lots.ts';
import { listFallenShares, listShares, moveShare } from './share-queries.ts';
import { confirmPromised, dropBlocked, orderLateShares, payNext } from './take-lot.ts';

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
    if (!isLotTimely({ day: input.day, closesAt }, now)) throw dayWrong();
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
async function tellFarms(locked: Locked) {
  const { tx, lot, now } = locked;
  if (lot.toldAt) return;
  const tellOf = (farmerIds: number[]) => {
    const to = farmerIds.map((userId) => ({ userId }));
    return notifyAboutLot(locked, 'asked', { to, causedBy: lot.buyerId, isByProven: true });
  };
  const before = { lotId: lot.previousId ?? 0, statuses: ['ordered'] as const };
  const toldBefore = (await listShares(tx, before)).map(({ farmerId }) => farmerId);
  if (lot.previousId !== null && !lot.firstToldAt) {
    await tellOf(toldBefore);
    await updateLot(tx, lot.id, { firstToldAt: now });
  }
  const othersFrom =
    lot.previousId === null ? lot.createdAt : secondsAfter(lot.createdAt, LOT_AHEAD_SECONDS);
  const crop = findCrop(lot.crop);
  if (now < othersFrom || !crop) return;
  await tellOf(await listFarmsToTell(tx, { lot, group: crop.group, toldBefore }));
  await updateLot(tx, lot.id, { toldAt: now });
}

/** Next week's lot, once, however many processes try. */
async function repeatLot({ tx, lot, now }: Locked) {
  const next = nextWeek(lot);
  if (!lot.repeatsWeekly || !isLotTimely(next, now) || (await countRepeated(tx, lot.id)) > 0)
    return;
  const { id: previousId, buyerId, priceCents } = lot;
  const points = await listPoints(tx, [previousId]);
  const lotId = await insertLot(
    tx,
    { ...termsOf(lot), ...next, previousId, buyerId, priceCents, createdAt: now },
    points.map(({ id: _, lotId: __, ...point }) => point),
  );
  if (lotId) await copyLotPhoto(tx, { from: previousId, lotId }, now);
}

const changeOwn = async (
  call: Call<'buyer'>,
  lotId: number,
  change: (locked: Locked) => Promise<unknown>,
) => {
  await changeLot(call, { lotId, buyerId: call.user.id }, change);
  return getOwnLot(call, { lotId });
};

/** Letting a lot go twice changes nothing. */
export const letLotGo = (call: Call<'buyer'>, { lotId }: OfLot) =>
  changeOwn(call, lotId, async (locked) => {
    if (locked.lot.status !== 'letGo') await endLot(locked, 'letGo');
  });

/** Once; it then takes shares again. */
export const extendLot = (call: Call<'buyer'>, { lotId, ...input }: OfLot & { closesAt: string }) =>
  changeOwn(call, lotId, async (locked) => {
    const { lot, now } = locked;
    const closesAt = new Date(input.closesAt);
    if (lot.isExtended) throw new AppError('LOT_STEP_NOT_ALLOWED');
    if (closesAt <= lot.closesAt || !isLotTimely({ day: lot.day, closesAt }, now)) throw dayWrong();
    const change = { closesAt, isExtended: true, closedAt: null };
    await moveLineUp({ ...locked, lot: await moveLot(locked, 'open', change) });
  });

const dayWrong = () =>
  new AppError('LOT_DAY_WRONG', { field: 'closesAt', inputs: { days: LOT_DAYS_AHEAD } });

/** It does not repeat any more. */
export const stopRepeating = (call: Call<'buyer'>, { lotId }: OfLot) =>
  changeOwn(call, lotId, async ({ tx, now }) => {
    await updateLot(tx, lotId, { repeatsWeekly: false });
    await recordLot(tx, { lotId, farmerIds: [] }, now);
  });

/**
 * Each round looks at the lots that are due, locks each and checks again, so that several processes
 * and people never do a thing twice. A process that dies leaves the rest to the next round.
 */
export async function runLotClock(
  db: Database,
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<void> {
  let after = 0;
  while (!isStopped()) {
    const now = services.clock();
    const yesterday = daysAfter(dayInNairobi(now), -1);
    const due = await listDueLots(db, { now, yesterday, after });
    for (const { id } of due) {
      after = id;
      if (isStopped()) return;
      try {
        await runLot(db, id, services);
      } catch (error) {
        services.log.warn(
          { err: error, lotId: id },
          'the clock of lots could not go on with a lot',
        );
      }
    }
    if (due.length === 0) return;
  }
}

async function runLot(db: Database, id: number, services: Services) {
  const lot = await retryTransaction(db, async (tx) => {
    const locked = await lockLot(tx, id);
    return locked && goOn({ tx, lot: locked, now: services.clock() });
  });
  if (lot?.status !== 'taken') return;
  await orderLateShares({ ...services, db }, lot);
  await confirmPromised({ ...services, db }, id);
  await payNext({ ...services, db }, lot);
}

async function goOn(before: Locked): Promise<LotRow> {
  const { tx, now, lot: due } = before;
  const isSilent = due.closedAt !== null && now >= decideBy(due, due.closedAt);
  if (isUndecided(due) && (isSilent || (await isSuspended(tx, due.buyerId)))) {
    await endLot(before, 'lapsed');
    return { ...due, status: 'lapsed' };
  }
  const isClosing = due.status === 'open' && due.closesAt <= now;
  const lot = isClosing ? await closeLot(before) : due;
  const locked = { tx, lot, now };
  if (lot.status === 'taken' && lot.day < dayInNairobi(now)) await endShares(locked);
  await dropBlocked(locked);
  const asked = await listShares(tx, { lotId: lot.id, statuses: ['asked'] });
  const silent = asked.filter(({ askedUntil }) => askedUntil !== null && askedUntil <= now);
  for (const share of silent) await endShare(locked, share);
  const fallen = lot.status === 'taken' ? await freeFallen(tx, lot.id, now) : 0;
  if (silent.length + fallen > 0) await moveLineUp(locked);
  if (lot.status === 'open') await tellFarms(locked);
  if (lot.status === 'taken') await repeatLot(locked);
  return lot;
}

/** The order of the farm was cancelled, or brings less than the share. */
async function freeFallen(tx: Database, lotId: number, now: Date): Promise<number> {
  const fallen = await listFallenShares(tx, lotId);
  for (const { id, brings, isReturned } of fallen) {
    const change = isReturned || brings === 0 ? { status: 'over' as const } : { quantity: brings };
    await moveShare(tx, { id, from: 'ordered', change }, now);
  }
  return fallen.length;
}

/** Several processes may run this at the same time. */
export function startLotClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds((isStopped) => runLotClock(db, services, isStopped), {
    pauseMilliseconds: LOT_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the clock of lots missed a round' },
  });
}
