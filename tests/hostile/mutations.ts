import type { Mutation } from './mutation.ts';
import { mutationsOfDoors } from './mutations-of-doors.ts';
import { mutationsOfLoad } from './mutations-of-load.ts';
import { mutationsOfPayments } from './mutations-of-payments.ts';
import { mutationsOfPeople } from './mutations-of-people.ts';
import { mutationsOfReads } from './mutations-of-reads.ts';
import { mutationsOfTrade } from './mutations-of-trade.ts';
import { mutationsOfTrust } from './mutations-of-trust.ts';

/** Every guard whose absence nobody would see in daily use. */
export const mutations: Mutation[] = [
  ...mutationsOfTrade,
  ...mutationsOfPayments,
  ...mutationsOfPeople,
  ...mutationsOfDoors,
  ...mutationsOfLoad,
  ...mutationsOfTrust,
  ...mutationsOfReads,
];
