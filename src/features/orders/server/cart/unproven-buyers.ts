/*
 * Prevents a handful of mailboxes from reserving the whole market. Unproven buyers
 * (proof-queries.ts) may reserve a share of a product for an hour, in few orders. After that the
 * order stays pending and takes the stock when the farmer confirms it, if enough is left. A proven
 * buyer's share grows with completed orders (stockShares), because a verified number costs no more
 * than a SIM.
 */

import {
  PENDING_ORDERS_SHARE_OF_UNPROVEN,
  RESERVED_BY_NEW_MIN_KES,
  STOCK_SHARE_OF_ALL_UNPROVEN,
  STOCK_SHARE_OF_UNPROVEN,
  STOCK_SHARES_BY_COMPLETED_ORDERS,
  UNPROVEN_CHECKOUTS_PER_ADDRESS,
  UNPROVEN_CHECKOUTS_PER_NETWORK,
  UNPROVEN_RESERVATION_SECONDS,
} from '#orders/rules/limits.ts';
import { isToAnswer } from '#orders/rules/order-facts.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { lockProducts } from '#products/server/stock-queries.ts';
import { centsOf } from '#rules/amounts.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { hmac } from '#server/hashes.ts';
import { networksOf } from '#server/http/client-address.ts';
import type { Budget, RateRule } from '#server/rate-limits.ts';
import { m } from '#text';
import { giveBackStock } from '../order-stock.ts';
import { lockOrder, notifyParties, updateOrder } from '../orders/queries.ts';
import type { PricedCartLine } from './price-cart.ts';
import {
  type BuyerHistory,
  listSharedReservations,
  listUnprovenReservations,
} from './reservation-queries.ts';

const unprovenCheckoutOfAddress: RateRule = {
  name: 'unprovenCheckoutOfAddress',
  points: UNPROVEN_CHECKOUTS_PER_ADDRESS,
  seconds: HOUR_SECONDS,
};
const unprovenCheckoutOfNetwork: RateRule = {
  name: 'unprovenCheckoutOfNetwork',
  points: UNPROVEN_CHECKOUTS_PER_NETWORK,
  seconds: HOUR_SECONDS,
};

function adviceOf({ sms, mpesa }: Pick<Services, 'sms' | 'mpesa'>) {
  const [withPayment, without] = sms
    ? [m.orderMoreWithNumberOrPayment, m.orderMoreWithNumber]
    : [m.orderMoreWithPayment, m.orderMoreLater];
  const text = mpesa ? withPayment : without;
  return (options: { locale: Language }) => text({}, options);
}

/** Counts only if the checkout succeeds. */
function countByNetwork(
  tx: Database,
  networks: readonly string[],
  services: Pick<Services, 'sms' | 'mpesa' | 'rateLimits'>,
) {
  return services.rateLimits.consumeAll(tx, budgetsOf(networks)).catch((error) => {
    // In a checkout, only these budgets refuse with this code.
    const isOverBudget = error instanceof AppError && error.code === 'TOO_MANY_ATTEMPTS';
    if (!isOverBudget) throw error;
    const inputs = { advice: adviceOf(services) };
    throw new AppError('TOO_MANY_ORDERS_OF_NETWORK', { ...error.details, inputs });
  });
}

/**
 * Hashed, because a standing order keeps them. Loopback is not counted: behind an untrusted proxy
 * everyone has this address.
 */
export function countedNetworks(clientAddress: string, { secret }: { secret: string }): string[] {
  const networks = networksOf(clientAddress);
  const [narrowest = ''] = networks;
  if (narrowest.startsWith('127.') || narrowest === '::1') return [];
  return networks.map((network) => hmac(secret, 'checkout network', network));
}

const budgetsOf = (networks: readonly string[]): Budget[] =>
  networks.map((network, width) => [
    width === 0 ? unprovenCheckoutOfAddress : unprovenCheckoutOfNetwork,
    network,
  ]);

export function refuseUnprovenOrders(
  { waiting, wanted }: { waiting: number; wanted: number },
  services: Pick<Services, 'sms' | 'mpesa' | 'limits'>,
) {
  const most = Math.ceil(services.limits.maxPendingOrders * PENDING_ORDERS_SHARE_OF_UNPROVEN);
  if (waiting + wanted > most)
    throw new AppError('TOO_MANY_UNPROVEN_ORDERS', {
      inputs: { count: most, advice: adviceOf(services) },
    });
}

type Wanted = {
  buyerId: number;
  networks: readonly string[];
  history: BuyerHistory;
  lines: PricedCartLine[];
};

/**
 * For an unproven buyer it locks the products and then the counters of the networks, in the order
 * of every other checkout. A proven buyer's checkouts run one at a time and share no limit.
 */
export async function refuseUnproven(
  tx: Database,
  { buyerId, networks, history, lines }: Wanted,
  services: Pick<Services, 'sms' | 'mpesa' | 'rateLimits'>,
) {
  const { isProven } = history;
  const shares = stockShares(history);
  const limited = shares.ofBuyer < 1 ? lines : [];
  const productIds = limited.map(({ productId }) => productId);
  // Concurrent checkouts do not see each other, so the reservations are read under the lock.
  const [products, reserved] = await Promise.all([
    isProven ? [] : lockProducts(tx, productIds),
    listSharedReservations(tx, { buyerId, isProven, productIds }),
    !isProven && countByNetwork(tx, networks, services),
  ]);
  for (const { productId, name, unit, quantity, priceCents, available } of limited) {
    const onHand = products.find(({ id }) => id === productId)?.quantity ?? available;
    const { byAll = 0, byBuyer = 0 } = reserved.find((row) => row.productId === productId) ?? {};
    const stock = onHand + byAll;
    const quantityOf = (share: number) => quantityOfShare(share, { stock, priceCents });
    const most = Math.min(
      quantityOf(shares.ofBuyer) - byBuyer,
      shares.ofAll === null ? stock : quantityOf(shares.ofAll) - byAll,
    );
    if (quantity <= most) continue;
    const left = Math.max(0, Math.floor(most));
    throw new AppError('UNPROVEN_QUANTITY', {
      inputs: {
        name,
        quantity: left,
        unit: (options) => unitText(left, unit, options),
        advice: isProven ? (options) => m.orderMoreWithHistory({}, options) : adviceOf(services),
      },
      facts: { productId },
    });
  }
}

async function releaseStock(db: Database, { id, now }: { id: number; now: Date }) {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || !isToAnswer(order.status) || order.stockReleasedAt || order.depositPaidAt)
      return false;
    if (order.paymentStatus === 'processing') return false;
    await giveBackStock(tx, id, { now, isGone: false });
    await updateOrder(tx, id, { stockReleasedAt: now });
    await notifyParties(tx, order, now);
    return true;
  });
}

export async function listReservationsOver(db: Database, now: Date) {
  const over = await listUnprovenReservations(db, secondsAfter(now, -UNPROVEN_RESERVATION_SECONDS));
  return over.map(({ id }) => ({ id, release: () => releaseStock(db, { id, now }) }));
}

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
const stockShares = ({ isProven, completedOrders }: BuyerHistory) =>
  isProven
    ? { ofBuyer: STOCK_SHARES_BY_COMPLETED_ORDERS[completedOrders] ?? 1, ofAll: null }
    : { ofBuyer: STOCK_SHARE_OF_UNPROVEN, ofAll: STOCK_SHARE_OF_ALL_UNPROVEN };

const quantityOfShare = (
  share: number,
  { stock, priceCents }: { stock: number; priceCents: Cents },
): number => Math.max(stock * share, 1, Math.floor(centsOf(RESERVED_BY_NEW_MIN_KES) / priceCents));
