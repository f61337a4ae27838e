/*
 * Steps of a lot and its shares, under the lot's lock: a share ends, the line moves up, the
 * lot closes or ends. Products are locked in the order of their ids.
 */

import { type NewNotice, notify } from '#notifications/server/inbox.ts';
import { returnHeldStock } from '#orders/server/order-stock.ts';
import { detachLotPhoto } from '#photos/server/attached-photos.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { endOfDayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import {
  isShareLarge,
  LOT_ASKED_SECONDS,
  type LotStatus,
  leftOf,
  lotLink,
  lotSubject,
  mayMoveLot,
  unorderedStatuses,
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

/** The transaction has locked the lot's row. */
export type Locked = { tx: Database; lot: LotRow; now: Date };

export type OfLot = { lotId: number };

export const changeLot = <T>(
  { db, clock }: Pick<Call, 'db' | 'clock'>,
  { lotId, buyerId }: OfLot & { buyerId?: number },
  change: (locked: Locked) => Promise<T>,
): Promise<T> =>
  retryTransaction(db, async (tx) =>
    change({ tx, lot: await requireLot(tx, lotId, buyerId), now: clock() }),
  );

type LotRecipients = Pick<NewNotice<LotFacts>, 'causedBy' | 'isByProven'> & {
  to: ({ userId: number } & Partial<LotFacts>)[];
};

/** Sends each person a notice. Its facts are the lot's, unless `to` gives others. */
export const notifyAboutLot = (
  { tx, lot, now }: Locked,
  kind: keyof typeof lotNotices,
  { to, ...cause }: LotRecipients,
) => {
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
  { tx, lot, now }: Locked,
  status: LotStatus,
  change: Partial<LotRow> = {},
): Promise<LotRow> {
  if (!mayMoveLot(lot.status, status)) throw new AppError('LOT_STEP_NOT_ALLOWED');
  await updateLot(tx, lot.id, { ...change, status });
  await recordLot(tx, { lotId: lot.id }, now);
  return { ...lot, ...change, status };
}

/** A given share returns its stock. */
export async function endShare(
  { tx, now }: Omit<Locked, 'lot'>,
  { id, status, productId, quantity, unit }: ShareRow,
) {
  const change = { status: 'over', askedUntil: null } as const;
  if (!(await moveShare(tx, { id, from: status, change }, now))) return;
  if (status === 'given' && productId !== null)
    await returnHeldStock(tx, { productId, quantity, unit }, now);
}

/** Nothing stays reserved by a lot that has ended. */
export async function endLot(locked: Locked, to: 'letGo' | 'lapsed') {
  const { tx, lot, now } = locked;
  await moveLot(locked, to);
  await detachLotPhoto(tx, lot.id, now);
  await endProposed(tx, lot.id, now);
  await endShares(locked);
  if (to === 'lapsed') await notifyAboutLot(locked, 'lapsed', { to: [{ userId: lot.buyerId }] });
}

/** Those that did not become an order. */
export async function endShares(locked: Locked) {
  const { tx, lot } = locked;
  const shares = await listShares(tx, { lotId: lot.id, statuses: unorderedStatuses });
  for (const share of shares) await endShare(locked, share);
  const to = shares.map(({ farmerId: userId, quantity }) => ({ userId, quantity }));
  await notifyAboutLot(locked, 'ended', { to });
}

export async function closeLot(locked: Locked): Promise<LotRow> {
  const { tx, lot, now } = locked;
  const closed = await moveLot(locked, 'closed', { closedAt: now });
  await endProposed(tx, lot.id, now);
  const { id: lotId, buyerId: userId, quantity: wanted } = lot;
  const quantity = await sumGiven(tx, { lotId });
  await notifyAboutLot(locked, 'closed', { to: [{ userId, quantity, wanted }] });
  return closed;
}

/** Offers the free quantity to the farms in line, in order, and keeps it for each for an hour. */
export async function moveLineUp(locked: Locked) {
  const { tx, lot, now } = locked;
  if (now >= endOfDayInNairobi(lot.day)) return;
  const line = await listShares(tx, { lotId: lot.id, statuses: ['waiting'] });
  if (line.length === 0) return;
  let left = leftOf(lot.quantity, await sumGiven(tx, { lotId: lot.id }));
  line.sort(
    (one, other) => Number(one.waitingSince) - Number(other.waitingSince) || one.id - other.id,
  );
  for (const { id, farmerId, quantity: wanted } of line) {
    const quantity = Math.min(wanted, left);
    if (quantity <= 0 || !isShareLarge(quantity, { smallestShare: lot.smallestShare, left }))
      continue;
    const askedUntil = secondsAfter(now, LOT_ASKED_SECONDS);
    const change = { status: 'asked', quantity, askedUntil } as const;
    await moveShare(tx, { id, from: 'waiting', change }, now);
    left = leftOf(left, quantity);
    await notifyAboutLot(locked, 'turn', { to: [{ userId: farmerId, quantity }] });
  }
}
