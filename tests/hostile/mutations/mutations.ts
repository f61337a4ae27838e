import type { Mutation } from './mutation.ts';
import { mutationsOfIdentity } from './mutations-of-identity.ts';
import { mutationsOfMoney } from './mutations-of-money.ts';
import { mutationsOfOrders } from './mutations-of-orders.ts';

export const mutations: Mutation[] = [
  ...mutationsOfOrders,
  ...mutationsOfMoney,
  ...mutationsOfIdentity,
];
