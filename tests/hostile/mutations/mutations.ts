import type { Mutation } from './mutation.ts';
import { mutationsOfIdentity } from './mutations-of-identity.ts';
import { mutationsOfMoney } from './mutations-of-money.ts';

/** All mutations: guards of money and identity, whose absence would go unnoticed in daily use. */
export const mutations: Mutation[] = [...mutationsOfMoney, ...mutationsOfIdentity];
