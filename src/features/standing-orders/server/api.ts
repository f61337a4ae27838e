import { mutation, query } from '#platform/server/trpc/procedures.ts';
import * as operations from '#standing-orders/contract.ts';
import {
  listStandingOrders,
  openStandingOrders,
} from '#standing-orders/server/list-standing-orders.ts';
import * as changes from './manage-standing-orders.ts';
import { createStandingOrder } from './manage-standing-orders.ts';

const { skipStandingOrder, changeProposal } = operations;
const all = { reread: listStandingOrders };

export const buyer = {
  standingOrders: {
    list: query(operations.listStandingOrders, openStandingOrders),
    create: mutation(operations.createStandingOrder, createStandingOrder, all),
    pause: mutation(operations.pauseStandingOrder, changes.pauseStandingOrder),
    resume: mutation(operations.resumeStandingOrder, changes.resumeStandingOrder),
    skip: mutation(skipStandingOrder, changes.skipStandingOrder, all),
    change: mutation(changeProposal, changes.changeProposal, all),
    end: mutation(operations.endStandingOrder, changes.endStandingOrder),
  },
};
