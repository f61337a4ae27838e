import { centsOf, roundedUpToShilling, shillingsOf } from '#platform/rules/money.ts';
import type { Cart, CartFarmView } from './cart.ts';

export type Reach = { farmId: number; delivers: boolean | null; distanceKm: number | null };

/** The sums of a cart in KES. The total is what the checkout first asks for. */
export function cartSums({ farms, total }: Pick<Cart, 'farms' | 'total'>, reaches: Reach[] = []) {
  const fees = farms.map((farm) => (isDelivered(farm, farms, reaches) ? farm.deliveryFee : 0));
  // Lines that were added offline are of farms whose fees are not known.
  const others = farms.reduce((sum, { subtotal }) => sum - centsOf(subtotal), centsOf(total));
  const cents = farms.reduce(
    (sum, { subtotal }, at) =>
      sum + roundedUpToShilling(centsOf(subtotal) + centsOf(fees[at] ?? 0)),
    roundedUpToShilling(others),
  );
  const fee = fees.reduce((sum, one) => sum + one, 0);
  return {
    fee,
    deposit: farms.reduce((sum, { deposit }) => sum + deposit, 0),
    total: shillingsOf(cents),
    isRounded: cents !== centsOf(total) + centsOf(fee),
  };
}

/** A farm delivers all of its orders of a checkout or none. */
const isDelivered = (
  { farmId }: CartFarmView,
  farms: readonly CartFarmView[],
  reaches: readonly Reach[],
): boolean =>
  reaches.find((reach) => reach.farmId === farmId)?.delivers !== false &&
  !farms.some((one) => one.farmId === farmId && one.isBelowMinimum);
