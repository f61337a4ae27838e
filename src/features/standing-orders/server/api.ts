import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { listStandingOrders, openStandingOrders } from './list-standing-orders.ts';
import * as changes from './manage-standing-orders.ts';

const all = { reread: listStandingOrders };

export const buyer = {
  standingOrders: {
    list: query(operations.listStandingOrders, openStandingOrders),
    create: mutation(operations.createStandingOrder, changes.createStandingOrder, all),
    pause: mutation(operations.pauseStandingOrder, changes.pauseStandingOrder),
    resume: mutation(operations.resumeStandingOrder, changes.resumeStandingOrder),
    skip: mutation(operations.skipStandingOrder, changes.skipStandingOrder, all),
    change: mutation(operations.changeProposal, changes.changeProposal, all),
    end: mutation(operations.endStandingOrder, changes.endStandingOrder),
  },
};
