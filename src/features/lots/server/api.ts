import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { giveShare, offerRide, proposeShares, takeShareBack, withdrawRide } from './give-share.ts';
import { askForLot, extendLot, letLotGo, stopRepeating } from './manage-lots.ts';
import * as reads from './read-lots.ts';
import { payLot, takeLot, takeRide } from './take-lot.ts';

export const market = {
  lots: {
    list: query(operations.browseLots, reads.browseLots),
    get: query(operations.browseLot, reads.browseLot),
  },
};

export const buyer = {
  lots: {
    list: query(operations.listOwnLots, reads.listOwnLots),
    get: query(operations.openOwnLot, reads.openOwnLot),
    ask: mutation(operations.askForLot, askForLot),
    extend: mutation(operations.extendLot, extendLot),
    take: mutation(operations.takeLot, takeLot),
    takeRide: mutation(operations.takeRide, takeRide),
    pay: mutation(operations.payLot, payLot),
    letGo: mutation(operations.letLotGo, letLotGo),
    stop: mutation(operations.stopRepeating, stopRepeating),
  },
};

export const agent = {
  lots: {
    get: query(operations.listMemberShares, reads.listMemberShares),
    propose: mutation(operations.proposeShares, proposeShares),
  },
};

export const farmer = {
  lots: {
    list: query(operations.listLotsForFarm, reads.listLotsForFarm),
    get: query(operations.openLotForFarm, reads.openLotForFarm),
    give: mutation(operations.giveShare, giveShare),
    takeBack: mutation(operations.takeShareBack, takeShareBack),
    offerRide: mutation(operations.offerRide, offerRide),
    withdrawRide: mutation(operations.withdrawRide, withdrawRide),
  },
};
