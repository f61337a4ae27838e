import type { PersonalData } from '#platform/server/feature.ts';
import { listOf } from '#platform/server/personal-data.ts';
import { deleteEventsAbout } from '#webhooks/server/queries.ts';
import { endLot, endShare, endShares, moveLineUp } from './move-lot.ts';
import { type LotRow, listUnderWay, lockLot, lotsAbout } from './queries.ts';
import { findShare } from './share-queries.ts';
import { lotPoints, lotRides, lotShares, lots } from './tables.ts';

export const lotData: PersonalData = {
  lists: {
    lots: listOf(lots),
    lotPoints: listOf(lotPoints),
    lotShares: listOf(lotShares),
    lotRides: listOf(lotRides),
  },
  /** Returns the stock that the lots of a buyer, or the shares of a farmer, reserve. */
  async erase(tx, userId, { clock }) {
    const now = clock();
    const underWay: LotRow[] = [];
    for (const lotId of await listUnderWay(tx, userId)) {
      const lot = await lockLot(tx, lotId);
      if (lot) underWay.push(lot);
    }
    // After the locks, so that no step of these lots adds an event in between.
    await deleteEventsAbout(tx, { kind: 'lot', ids: lotsAbout(tx, userId) });
    for (const lot of underWay) {
      if (lot.buyerId === userId) {
        if (lot.status === 'taken') await endShares(tx, lot, now);
        else await endLot(tx, lot, 'letGo', now);
        continue;
      }
      const own = await findShare(tx, { lotId: lot.id, farmerId: userId });
      if (own) await endShare(tx, own, now);
      await moveLineUp(tx, lot, now);
    }
  },
};
