/*
 * API keys may read orders and take the steps that move no money by themselves (decision 148).
 * Paying, cancelling (which refunds) and confirming receipt (which pays the farmer out) need a
 * person.
 */

import { isOfKey } from '#features/accounts/server/manage-sessions.ts';
import type { PlaceOrder } from '#features/orders/rules/order-input.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { BuyerContext, FarmerContext } from '#platform/server/trpc/context.ts';
import { getFarmerOrder } from '../list-orders.ts';

export const readKeys = { keys: ['read', 'orders'] } as const;
export const stepKeys = { keys: ['orders'] } as const;

/** With the handover code somebody else could complete the order, which pays the farmer out. */
export const withoutCodeForKeys = <Order extends { handoverCode: string | null }>(
  { currentSession }: BuyerContext,
  order: Order,
): Order => (isOfKey(currentSession) ? { ...order, handoverCode: null } : order);

/**
 * A program has nobody who reads the total before it orders, and a farm may have raised its fee.
 * @throws AppError TOTAL_NEEDED
 */
export function requireTotalOfKeys(
  { currentSession }: BuyerContext,
  { expectedTotal }: PlaceOrder,
): void {
  if (isOfKey(currentSession) && expectedTotal === undefined)
    throw new AppError('TOTAL_NEEDED', { field: 'expectedTotal' });
}

/**
 * Rejecting an order returns its deposit.
 * @throws AppError KEY_NOT_ALLOWED
 */
export async function refuseDepositsToKeys(
  { currentSession, db, farmer, services }: FarmerContext,
  orderId: number,
) {
  if (!isOfKey(currentSession)) return;
  const { depositPaidAt } = await getFarmerOrder(db, { orderId, farmerId: farmer.id }, services);
  if (depositPaidAt) throw new AppError('KEY_NOT_ALLOWED');
}
