import { and, eq, isNull, sql } from 'drizzle-orm';
import { buyers, users } from '#accounts/server/tables/users.ts';
import { lotShares } from '#lots/server/tables.ts';
import { type OrderStatus, reservingStatuses } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { priceOffers } from '#orders/server/cart/tables.ts';
import { handoverCode } from '#orders/server/orders/read-orders.ts';
import { orderLines, orders } from '#orders/server/orders/tables.ts';
import { type Unit, units } from '#products/rules/product.ts';
import { products, stockMovements } from '#products/server/tables.ts';
import { type Market, START, TEST_SECRET } from '#tests/setup/market.ts';
import { makeSession } from './sessions.ts';

let buyersMade = 0;

/** Inserted directly, because signing up costs two password hashes. */
export async function makeTestBuyer(
  market: Market,
  overrides: Partial<typeof users.$inferInsert> = {},
) {
  buyersMade += 1;
  const [user] = await market.db
    .insert(users)
    .values({
      role: 'buyer',
      passwordHash: 'none',
      firstName: 'Achieng',
      lastName: 'Otieno',
      phoneNumber: '+254722000111',
      email: `buyer${buyersMade}@duka.example`,
      emailVerifiedAt: START,
      createdAt: START,
      updatedAt: START,
      ...overrides,
    })
    .returning({ id: users.id, email: sql<string>`${users.email}` });
  if (!user) throw new Error('The buyer was not stored');
  await market.db
    .insert(buyers)
    .values({ userId: user.id, businessName: 'Duka', businessType: 'retail' });
  return { ...user, token: await makeSession(market, user) };
}

export type TestBuyer = Awaited<ReturnType<typeof makeTestBuyer>>;

let numbersGiven = 0;
export const makeProvenBuyer = (
  market: Market,
  overrides: Partial<typeof users.$inferInsert> = {},
) =>
  makeTestBuyer(market, {
    phoneNumber: `+2547200${String(++numbersGiven).padStart(5, '0')}`,
    phoneVerifiedAt: START,
    ...overrides,
  });

export const nearPlace = { latitude: -0.4169, longitude: 36.915 };
export const farPlace = { latitude: -1.2864, longitude: 36.8172 };

export const orderForm = (overrides: Partial<PlaceOrder> = {}): PlaceOrder => ({
  fulfilment: 'collection',
  paymentMethod: 'Cash on delivery',
  ...overrides,
});

let keysMade = 0;
export const freshKey = () => `key-${++keysMade}`;

type Wanted = { productId: number; quantity: number };

export async function makeOrders(
  market: Market,
  buyer: { token: string },
  lines: Wanted[],
  overrides: Partial<PlaceOrder> = {},
) {
  const caller = market.caller({ token: buyer.token });
  await caller.buyer.cart.put({ lines });
  const placed = await caller.buyer.orders.place({
    idempotencyKey: freshKey(),
    order: orderForm(overrides),
  });
  return placed.orders;
}

export async function makeOrder(
  market: Market,
  buyer: { token: string },
  lines: Wanted[],
  overrides: Partial<PlaceOrder> = {},
) {
  const [order] = await makeOrders(market, buyer, lines, overrides);
  if (!order) throw new Error('No order was made');
  return order;
}

export const codeOf = (orderId: number, weighing = 0) =>
  handoverCode(TEST_SECRET, { id: orderId, weighing });

export async function changeOrder(
  market: Market,
  id: number,
  change: Partial<typeof orders.$inferInsert>,
) {
  await market.db.update(orders).set(change).where(eq(orders.id, id));
}

export const byMpesa = (market: Market, id: number, paymentStatus: 'pending' | 'paid') =>
  changeOrder(market, id, {
    paymentMethod: 'M-Pesa',
    paymentStatus,
    ...(paymentStatus === 'paid' && { paidAt: market.services.clock() }),
  });

/**
 * Put in = on hand + reserved + held for an offer or a lot + sold must hold at all times (guarantee D35), in
 * each unit that the product was ever sold in: five bags are not five kilograms.
 */
export async function booksOf(market: Market, productId: number) {
  const { db } = market;
  const [product] = await db
    .select({ onHand: products.quantity, unit: products.unit })
    .from(products)
    .where(eq(products.id, productId));
  if (!product) throw new Error(`There is no product ${productId}`);
  const { change: amount, reason, unit: movedUnit } = stockMovements;
  const movements = await db
    .select({ amount, reason, unit: movedUnit })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId));
  // Without stock that has returned to its farm: uncollected orders, disputed ones included, and
  // reservations of unproven buyers that expired after an hour.
  const lines = await db
    .select({ amount: orderLines.quantity, unit: orderLines.unit, status: orders.status })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.productId, productId),
        isNull(orders.notCollectedAt),
        isNull(orders.stockReleasedAt),
      ),
    );
  const agreed = await db
    .select({ amount: priceOffers.quantity, unit: priceOffers.unit })
    .from(priceOffers)
    .where(and(eq(priceOffers.productId, productId), eq(priceOffers.status, 'accepted')));
  const given = await db
    .select({ amount: lotShares.quantity, unit: lotShares.unit })
    .from(lotShares)
    .where(and(eq(lotShares.productId, productId), eq(lotShares.status, 'given')));
  const booksIn = (unit: Unit) => {
    const sum = (rows: { amount: number; unit: string | null }[]) =>
      rows.reduce((total, row) => total + (row.unit === unit ? row.amount : 0), 0);
    const sumOf = (statuses: readonly OrderStatus[]) =>
      sum(lines.filter(({ status }) => statuses.includes(status)));
    const books = {
      putIn: sum(movements.filter((one) => ['listed', 'counted'].includes(one.reason))),
      moved: sum(movements),
      onHand: unit === product.unit ? product.onHand : 0,
      reserved: sumOf(reservingStatuses),
      held: sum([...agreed, ...given]),
      sold: sumOf(['completed']),
    };
    const { putIn, moved, onHand, reserved, held, sold } = books;
    const isBalanced =
      Math.abs(putIn - (onHand + reserved + held + sold)) < 1e-6 && Math.abs(moved - onHand) < 1e-6;
    return { ...books, isBalanced };
  };
  return {
    ...booksIn(product.unit),
    unit: product.unit,
    isBalanced:
      units.every((unit) => booksIn(unit).isBalanced) &&
      movements.every(({ unit }) => unit !== null),
  };
}
