import { type OrderGroup, orderGroupNames, orderGroups } from '#orders/rules/order-facts.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

export function useOrders(group: OrderGroup | undefined) {
  return trpc.farmer.orders.list.useInfiniteQuery(
    { isByTurn: true, ...(group && { group }) },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      initialCursor: undefined,
      retry: retryUnlessRefused,
    },
  );
}

export type FarmerOrder = NonNullable<
  ReturnType<typeof useOrders>['data']
>['pages'][number]['orders'][number];
export type FarmerStep = FarmerOrder['steps'][number];

export const useOrder = (orderId: number) =>
  trpc.farmer.orders.get.useQuery({ orderId }, { retry: retryUnlessRefused });
export type OrderEvent = NonNullable<ReturnType<typeof useOrder>['data']>['events'][number];

/** Older links contain a status. */
export const groupIn = (given: string | undefined): OrderGroup | undefined =>
  orderGroupNames.find(
    (group) => group === given || orderGroups[group].some((status) => status === given),
  );
