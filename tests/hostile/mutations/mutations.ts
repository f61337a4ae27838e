import type { Mutation } from './mutation.ts';
import { mutationsOfBoundaries } from './mutations-of-boundaries.ts';
import { mutationsOfEdges } from './mutations-of-edges.ts';
import { mutationsOfHeavyWork } from './mutations-of-heavy-work.ts';
import { mutationsOfLoad } from './mutations-of-load.ts';
import { mutationsOfMessages } from './mutations-of-messages.ts';
import { mutationsOfNumbers } from './mutations-of-numbers.ts';
import { mutationsOfPayments } from './mutations-of-payments.ts';
import { mutationsOfPeople } from './mutations-of-people.ts';
import { mutationsOfPhones } from './mutations-of-phones.ts';
import { mutationsOfPrices } from './mutations-of-prices.ts';
import { mutationsOfProof } from './mutations-of-proof.ts';
import { mutationsOfReads } from './mutations-of-reads.ts';
import { mutationsOfSignups } from './mutations-of-signups.ts';
import { mutationsOfSpecification } from './mutations-of-specification.ts';
import { mutationsOfTrade } from './mutations-of-trade.ts';
import { mutationsOfTrust } from './mutations-of-trust.ts';
import { mutationsOfUploads } from './mutations-of-uploads.ts';

/** All mutations: guards whose absence would go unnoticed in daily use. */
export const mutations: Mutation[] = [
  ...mutationsOfTrade,
  ...mutationsOfPayments,
  ...mutationsOfPeople,
  ...mutationsOfBoundaries,
  ...mutationsOfLoad,
  ...mutationsOfHeavyWork,
  ...mutationsOfTrust,
  ...mutationsOfReads,
  ...mutationsOfMessages,
  ...mutationsOfPrices,
  ...mutationsOfUploads,
  ...mutationsOfEdges,
  ...mutationsOfPhones,
  ...mutationsOfSpecification,
  ...mutationsOfNumbers,
  ...mutationsOfSignups,
  ...mutationsOfProof,
];
