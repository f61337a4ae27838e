/* API keys take only the steps that move no money by themselves (docs/decisions/0148). */

import { isOfKey } from '#accounts/server/manage-sessions.ts';
import type { ListOrders, PlaceOrder, RejectOrder } from '#orders/rules/order-input.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { getFarmerOrder, listBuyerOrders, openBuyerOrder } from '../list-orders.ts';
import { rejectOrder } from '../order-steps.ts';
import { countedNetworks, placeOrder } from '../place-order.ts';

/** The handover code completes the order, which pays the farmer out. */
const withoutCodeForKeys = <Order extends { handoverCode: string | null }>(
  call: Call<'buyer'>,
  order: Order,
): Order => (isOfKey(call) ? { ...order, handoverCode: null } : order);

export async function listOrdersOfBuyer(call: Call<'buyer'>, list: ListOrders) {
  const { orders, nextCursor } = await listBuyerOrders(call, list);
  return { orders: orders.map((order) => withoutCodeForKeys(call, order)), nextCursor };
}

export const openOrderOfBuyer = async (call: Call<'buyer'>, own: { orderId: number }) =>
  withoutCodeForKeys(call, await openBuyerOrder(call, own));

/** A key must send the total, because a farm may have raised its fee. */
export function placeRequestedOrder(
  call: Call<'buyer'>,
  input: { idempotencyKey: string; order: PlaceOrder },
) {
  if (isOfKey(call) && input.order.expectedTotal === undefined)
    throw new AppError('TOTAL_NEEDED', { field: 'expectedTotal' });
  const networks = countedNetworks(call.clientAddress, call);
  return placeOrder(call.db, { ...input, buyerId: call.user.id, networks }, call);
}

/** Rejecting returns the deposit. */
export async function rejectRequestedOrder(call: Call<'farmer'>, input: RejectOrder) {
  if (isOfKey(call) && (await getFarmerOrder(call, input)).depositPaidAt)
    throw new AppError('KEY_NOT_ALLOWED');
  return rejectOrder(call, input);
}
