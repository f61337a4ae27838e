/*
 * Each round looks at the lots that are due, locks each and checks again, so that several processes
 * and people never do a thing twice. A process that dies leaves the rest to the next round.
 */

import { isSuspended } from '#accounts/server/people-queries.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/unavailable.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { decideBy, LOT_CLOCK_SECONDS } from '../rules/lot.ts';
import { repeatLot, tellFarms } from './ask-for-lot.ts';
import { closeLot, endLot, endShare, endShares, moveLineUp } from './move-lot.ts';
import { payNext } from './pay-lot.ts';
import { type LotRow, listDueLots, lockLot } from './queries.ts';
import { listFallenShares, listShares, moveShare } from './share-queries.ts';
import { confirmPromised, dropBlocked, orderLateShares } from './take-lot.ts';

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
  const lot = await retryTransaction(() =>
    db.transaction(async (tx) => {
      const locked = await lockLot(tx, id);
      return locked && goOn(tx, locked, services.clock());
    }),
  );
  if (lot?.status !== 'taken') return;
  await orderLateShares({ ...services, db }, lot);
  await confirmPromised({ ...services, db }, id);
  await payNext({ ...services, db }, lot);
}

async function goOn(tx: Database, locked: LotRow, now: Date): Promise<LotRow> {
  const isLapsing =
    (locked.status === 'open' || locked.status === 'closed') &&
    ((await isSuspended(tx, locked.buyerId)) ||
      (locked.closedAt !== null && now >= decideBy(locked, locked.closedAt)));
  if (isLapsing) {
    await endLot(tx, locked, 'lapsed', now);
    return { ...locked, status: 'lapsed' };
  }
  const isClosing = locked.status === 'open' && locked.closesAt <= now;
  const lot = isClosing ? await closeLot(tx, locked, now) : locked;
  if (lot.status === 'taken' && lot.day < dayInNairobi(now)) await endShares(tx, lot, now);
  await dropBlocked(tx, lot, now);
  const asked = await listShares(tx, { lotId: lot.id, statuses: ['asked'] });
  const silent = asked.filter(({ askedUntil }) => askedUntil !== null && askedUntil <= now);
  for (const share of silent) await endShare(tx, share, now);
  const fallen = lot.status === 'taken' ? await freeFallen(tx, lot.id, now) : 0;
  if (silent.length + fallen > 0) await moveLineUp(tx, lot, now);
  if (lot.status === 'open') await tellFarms(tx, lot, now);
  if (lot.status === 'taken') await repeatLot(tx, lot, now);
  return lot;
}

/** The order of the farm was cancelled, or brings less than the share. */
async function freeFallen(tx: Database, lotId: number, now: Date): Promise<number> {
  const fallen = await listFallenShares(tx, lotId);
  for (const { id, brings, isReturned } of fallen) {
    const change = isReturned || brings === 0 ? { status: 'over' as const } : { quantity: brings };
    await moveShare(tx, { id, from: 'ordered', change: { ...change, changedAt: now } });
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
