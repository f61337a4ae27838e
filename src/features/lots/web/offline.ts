import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';
import type { Kind } from '#platform/web/offline/kinds.ts';
import { has, isNumber, numberOf } from '#platform/web/offline/stored-values.ts';
import { m } from '#text';

export type ShareInput = inferRouterInputs<AppRouter>['farmer']['lots']['give'];

/** Sending a share again sets it once more. */
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
  } satisfies Kind<ShareInput>,
};
