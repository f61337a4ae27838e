/*
 * Steps of a lot and its shares, under the lot's lock: a share ends, the line moves up, the
 * lot closes or ends. Every caller has locked the lot with `lockLot`, and products are locked in
 * the order of their ids.
 */

import { type NewNotice, notify } from '#notifications/server/inbox.ts';
import { returnHeldStock } from '#orders/server/order-stock.ts';
import { detachLotPhoto } from '#photos/server/attached-photos.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { endOfDayInNairobi } from '#rules/day.ts';
import type { ErrorCode } from '#rules/errors.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { type Database, retryTransaction } from '#server/db/database.ts';
import type { Call } from '#server/trpc/context.ts';
import {
  fillingStatuses,
  isShareLarge,
  LOT_ASKED_SECONDS,
  type LotStatus,
  leftOf,
  lotLink,
  lotSubject,
  mayMoveLot,
} from '../rules/lot.ts';
import { type LotFacts, lotNotices } from '../rules/notices.ts';
import { type LotRow, lockLot, recordLot, updateLot } from './queries.ts';
import { endProposed, listShares, moveShare, type ShareRow, sumGiven } from './share-queries.ts';

export async function requireLot(tx: Database, lotId: number, buyerId?: number): Promise<LotRow> {
  const lot = await lockLot(tx, lotId);
  if (!lot || (buyerId !== undefined && lot.buyerId !== buyerId))
    throw new AppError('LOT_NOT_FOUND');
  return lot;
}

type OfLot = { lotId: number; buyerId?: number };

/** Under the lot's lock. */
export const changeLot = <T>(
  { db, clock }: Pick<Call, 'db' | 'clock'>,
  { lotId, buyerId }: OfLot,
  change: (tx: Database, lot: LotRow, now: Date) => Promise<T>,
): Promise<T> =>
  retryTransaction(db, async (tx) => change(tx, await requireLot(tx, lotId, buyerId), clock()));

/** For `.catch`: returns this error's code, and throws any other error. */
export const expected = (code: ErrorCode) => (error: unknown) => {
  if (!(error instanceof AppError && error.code === code)) throw error;
  return code;
};

type ToTell = Pick<NewNotice<LotFacts>, 'causedBy' | 'isByProven'> & {
  kind: keyof typeof lotNotices;
  lot: LotRow;
  to: ({ userId: number } & Partial<LotFacts>)[];
};

/** Each person by a notice of its own, whose facts are those of the lot unless others are given. */
export const tell = (tx: Database, { kind, lot, to, ...cause }: ToTell, now: Date) => {
  const { id, crop, quantity, unit, place, day } = lot;
  const price = shillingsOf(lot.priceCents);
  return notify(
    tx,
    to.map(({ userId, ...facts }) => ({
      ...cause,
      kind: lotNotices[kind],
      userIds: [userId],
      subject: lotSubject(id),
      link: lotLink(id),
      facts: { id, crop, quantity, unit, price, place, day, ...facts },
    })),
    now,
  );
};

export async function moveLot(
  tx: Database,
  lot: LotRow,
  { to, now, ...change }: { to: LotStatus; now: Date } & Partial<LotRow>,
): Promise<LotRow> {
  if (!mayMoveLot(lot.status, to)) throw new AppError('LOT_STEP_NOT_ALLOWED');
  await updateLot(tx, lot.id, { ...change, status: to });
  await recordLot(tx, { lotId: lot.id }, now);
  return { ...lot, ...change, status: to };
}

/** A given share returns its stock. */
export async function endShare(tx: Database, share: ShareRow, now: Date) {
  const { id, status, productId, quantity, unit } = share;
  const change = { status: 'over', askedUntil: null, changedAt: now } as const;
  if (!(await moveShare(tx, { id, from: status, change }))) return;
  if (status === 'given' && productId !== null)
    await returnHeldStock(tx, { productId, quantity, unit }, now);
}

/** Nothing stays reserved by a lot that has ended. */
export async function endLot(tx: Database, lot: LotRow, to: 'letGo' | 'lapsed', now: Date) {
  await moveLot(tx, lot, { to, now });
  await detachLotPhoto(tx, lot.id, now);
  await endProposed(tx, lot.id, now);
  await endShares(tx, lot, now);
  if (to === 'lapsed') await tell(tx, { kind: 'lapsed', lot, to: [{ userId: lot.buyerId }] }, now);
}

/** Those that did not become an order. */
export async function endShares(tx: Database, lot: LotRow, now: Date) {
  const shares = await listShares(tx, { lotId: lot.id, statuses: ['given', 'asked', 'waiting'] });
  for (const share of shares) await endShare(tx, share, now);
  const to = shares.map(({ farmerId: userId, quantity }) => ({ userId, quantity }));
  await tell(tx, { kind: 'ended', lot, to }, now);
}

export async function closeLot(tx: Database, lot: LotRow, now: Date): Promise<LotRow> {
  const closed = await moveLot(tx, lot, { to: 'closed', now, closedAt: now });
  await endProposed(tx, lot.id, now);
  const { id: lotId, buyerId: userId, quantity: wanted } = lot;
  const to = [{ userId, quantity: await sumGiven(tx, { lotId }), wanted }];
  await tell(tx, { kind: 'closed', lot, to }, now);
  return closed;
}

/** Offers the free quantity to the farms in line, in order, and keeps it for each for an hour. */
export async function moveLineUp(tx: Database, lot: LotRow, now: Date) {
  if (now >= endOfDayInNairobi(lot.day)) return;
  const shares = await listShares(tx, { lotId: lot.id, statuses: [...fillingStatuses, 'waiting'] });
  const filled = shares.reduce(
    (sum, one) => sum + (one.status === 'waiting' ? 0 : one.quantity),
    0,
  );
  let left = leftOf(lot.quantity, filled);
  const line = shares
    .filter(({ status }) => status === 'waiting')
    .sort(
      (one, other) => Number(one.waitingSince) - Number(other.waitingSince) || one.id - other.id,
    );
  for (const { id, farmerId, quantity: wanted } of line) {
    const quantity = Math.min(wanted, left);
    if (quantity <= 0 || !isShareLarge(quantity, { smallestShare: lot.smallestShare, left }))
      continue;
    const askedUntil = secondsAfter(now, LOT_ASKED_SECONDS);
    await moveShare(tx, {
      id,
      from: 'waiting',
      change: { status: 'asked', quantity, askedUntil, changedAt: now },
    });
    left = leftOf(left, quantity);
    await tell(tx, { kind: 'turn', lot, to: [{ userId: farmerId, quantity }] }, now);
  }
}

/** Locks it. */
export async function findLotState(tx: Database, lotId: number) {
  const { status } = await requireLot(tx, lotId);
  return { status };
}

export const lapseLot = async (tx: Database, lotId: number, now: Date) =>
  endLot(tx, await requireLot(tx, lotId), 'lapsed', now);
