import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '#app/server/app-router.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import type { Kind, Sending } from '#platform/web/offline/kinds.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';

type Inputs = inferRouterInputs<AppRouter>['farmer']['orders'];

const optionsOf = ({ key }: Entry, { token, signal }: Sending) => ({
  context: { idempotencyKey: key, token },
  signal,
});
const refreshes = [
  ['farmer', 'orders'],
  ['farmer', 'overview'],
] as const;
const { orders } = rpc.farmer;

/**
 * How the queue sends a farmer's steps. None is shown as done before the server has confirmed it,
 * because a step cannot be undone.
 */
export const stepKinds = {
  confirmOrder: {
    send: (entry, sending) =>
      orders.confirm.mutate(inputOf<Inputs['confirm']>(entry), optionsOf(entry, sending)),
    refreshes,
  },
  rejectOrder: {
    send: (entry, sending) =>
      orders.reject.mutate(inputOf<Inputs['reject']>(entry), optionsOf(entry, sending)),
    refreshes,
  },
  dispatchOrder: {
    send: (entry, sending) =>
      orders.dispatch.mutate(inputOf<Inputs['dispatch']>(entry), optionsOf(entry, sending)),
    refreshes,
  },
  completeOrder: {
    send: (entry, sending) =>
      orders.complete.mutate(inputOf<Inputs['complete']>(entry), optionsOf(entry, sending)),
    refreshes,
  },
} satisfies Record<string, Kind>;
