import { secondsAfter } from '#server/clock.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import { listOf } from '#server/tables.ts';
import { deleteEventsAbout } from '#webhooks/server/queries.ts';
import * as operations from '../contract.ts';
import { LOTS_KEPT_SECONDS } from '../rules/lot.ts';
import { lotNotices } from '../rules/notices.ts';
import { startLotClock } from './manage-lots.ts';
import { endLot, endShare, endShares, moveLineUp } from './move-lot.ts';
import {
  deleteLotsBefore,
  deleteLotsOf,
  type LotRow,
  listUnderWay,
  lockLot,
  lotsAbout,
} from './queries.ts';
import { lotSource } from './read-lots.ts';
import { findShare } from './share-queries.ts';
import * as tables from './tables.ts';

const lotData: PersonalData = {
  lists: {
    lots: listOf(tables.lots),
    lotPoints: listOf(tables.lotPoints),
    lotShares: listOf(tables.lotShares),
    lotRides: listOf(tables.lotRides),
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
        if (lot.status === 'taken') await endShares({ tx, lot, now });
        else await endLot({ tx, lot, now }, 'letGo');
        continue;
      }
      const own = await findShare(tx, lot.id, userId);
      if (own) await endShare({ tx, now }, own);
      await moveLineUp({ tx, lot, now });
    }
    await deleteLotsOf(tx, userId);
  },
};

export const lots: Feature = {
  api: describeOperations('Lots', operations),
  notices: Object.values(lotNotices),
  webhookSources: [lotSource],
  personalData: lotData,
  prune: (db, now) => deleteLotsBefore(db, secondsAfter(now, -LOTS_KEPT_SECONDS)),
  start: (db, services) => [startLotClock(db, services)],
};
