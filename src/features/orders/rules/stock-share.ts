import { type Cents, centsOf } from '#platform/rules/money.ts';
import {
  RESERVED_BY_NEW_MIN_KES,
  STOCK_SHARE_OF_ALL_UNPROVEN,
  STOCK_SHARE_OF_UNPROVEN,
  STOCK_SHARES_BY_COMPLETED_ORDERS,
} from './limits.ts';

export type BuyerHistory = { isProven: boolean; completedOrders: number };

/**
 * How much of a product's stock the pending, unpaid orders of one buyer may hold:
 *
 * | proof | completed orders | share | share of all such buyers together |
 * | --- | --- | --- | --- |
 * | none | any | 1/4 | 1/2 |
 * | some | 0 | 1/2 | all |
 * | some | 1 | 3/4 | all |
 * | some | 2 or more | all | all |
 *
 * Goods for RESERVED_BY_NEW_MIN_KES and a single unit are always possible.
 */
export const stockShares = ({ isProven, completedOrders }: BuyerHistory) =>
  isProven
    ? { ofBuyer: STOCK_SHARES_BY_COMPLETED_ORDERS[completedOrders] ?? 1, ofAll: null }
    : { ofBuyer: STOCK_SHARE_OF_UNPROVEN, ofAll: STOCK_SHARE_OF_ALL_UNPROVEN };

export const quantityOfShare = (
  share: number,
  { stock, priceCents }: { stock: number; priceCents: Cents },
): number => Math.max(stock * share, 1, Math.floor(centsOf(RESERVED_BY_NEW_MIN_KES) / priceCents));
