import { trpc } from '#web/app/client/trpc.ts';

/** Asks anew for all that a step with an order changes: the orders, the figures, the money, and what is in stock. */
export function useRefreshOrders(): () => Promise<void> {
  const { farmer } = trpc.useUtils();
  return async () => {
    await Promise.all([
      farmer.orders.invalidate(),
      farmer.overview.invalidate(),
      farmer.payments.invalidate(),
      farmer.products.list.invalidate(),
    ]);
  };
}
