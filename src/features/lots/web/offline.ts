import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';
import { m } from '#text';
import { has, isListOf, isNumber, isObject, numberOf } from '#web/offline/database.ts';
import type { Kind } from '#web/offline/entry.ts';

type Inputs = inferRouterInputs<AppRouter>;

/** Sending them again changes nothing. */
export const offlineLots = {
  giveShare: {
    isInput: has({ lotId: isNumber, quantity: isNumber }),
    title: ({ id, quantity }) =>
      m.queueKindShare({ id: numberOf(id), quantity: numberOf(quantity) }),
    call: (input) => ({ path: 'farmer.lots.give', input }),
    refreshes: [
      ['farmer', 'lots'],
      ['farmer', 'products', 'list'],
    ],
  } satisfies Kind<Inputs['farmer']['lots']['give']>,
  proposeShares: {
    isInput: has({ lotId: isNumber, shares: isListOf(isObject) }),
    title: () => m.membersTitle(),
    call: (input) => ({ path: 'agent.lots.propose', input }),
    refreshes: [['agent', 'lots']],
  } satisfies Kind<Inputs['agent']['lots']['propose']>,
};
