import { and, asc, eq, sql } from 'drizzle-orm';
import { lockOrder } from '#orders/server/orders/queries.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { paymentAttempts, payments, payouts } from '#orders/server/payments/tables.ts';
import { bookCompletion } from '#orders/server/settlement/settle-order.ts';
import type { Market } from '#tests/setup/market.ts';
import { makeFarm } from './farms.ts';
import { makeProduct } from './products.ts';
import { makeSession } from './sessions.ts';
import { changeOrder, codeOf, makeOrder, makeTestBuyer } from './trade.ts';

export const PHONE = '+254722000111';
export const TOTAL = 250;

export const bookCompleted = ({ db, services }: Market, orderId: number) =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order) await bookCompletion(tx, order, services.clock());
  });

export async function makeShop(market: Market) {
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const kale = await makeProduct(market, farm, { quantity: 10_000, price: 50 });
  const callers = () => ({
    asBuyer: market.caller({ token: buyer.token }).buyer.orders,
    asFarmer: market.caller({ token: farm.token }).farmer,
  });
  return {
    buyer,
    farm,
    kale,
    ...callers(),
    async logInAgain() {
      for (const user of [buyer, farm]) user.token = await makeSession(market, user);
      Object.assign(this, callers());
    },
    async confirmed(paymentMethod: 'M-Pesa' | 'Cash on delivery' = 'M-Pesa'): Promise<number> {
      const lines = [{ productId: kale.id, quantity: 5 }];
      const { id } = await makeOrder(market, buyer, lines, { paymentMethod });
      await this.asFarmer.orders.confirm({ orderId: id });
      return id;
    },
    confirmedForCash(): Promise<number> {
      return this.confirmed('Cash on delivery');
    },
    pay(orderId: number, phoneNumber = PHONE) {
      return this.asBuyer.pay({ orderId, phoneNumber });
    },
    async handOver(orderId: number) {
      await this.asFarmer.orders.dispatch({ orderId });
      await this.asFarmer.orders.complete({ orderId, handoverCode: codeOf(orderId) });
    },
    async completeByClock(orderId: number) {
      await this.asFarmer.orders.dispatch({ orderId });
      await changeOrder(market, orderId, { remindersSent: 2 });
    },
  };
}

export type Shop = Awaited<ReturnType<typeof makeShop>>;

export async function dispatchedForCash(shop: Shop): Promise<number> {
  const orderId = await shop.confirmedForCash();
  await shop.asFarmer.orders.dispatch({ orderId });
  return orderId;
}

export async function lettersOf(market: Market, shop: Shop): Promise<string[]> {
  await market.runOutbox();
  return market.mailbox
    .splice(0)
    .map(({ to, subject }) => `${to === shop.buyer.email ? 'buyer' : 'farmer'}: ${subject}`);
}

export async function moneyOf(market: Market, orderId: number) {
  const { db } = market;
  const { status, paymentStatus, totalCents } = orders;
  const [order] = await db
    .select({ status, paymentStatus, totalCents })
    .from(orders)
    .where(eq(orders.id, orderId));
  const paid = await db
    .select({
      id: payments.id,
      state: payments.state,
      cents: payments.amountCents,
      countedCents:
        sql`${payments.amountCents} - ${payments.returnedCents} + ${payments.creditCents}`.mapWith(
          Number,
        ),
      receipt: payments.receipt,
    })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id));
  const attempts = await db
    .select({ id: paymentAttempts.id, status: paymentAttempts.status })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.id));
  const [payout] = await db
    .select({
      id: payouts.id,
      status: payouts.status,
      cents: payouts.amountCents,
      receipt: payouts.receipt,
      phoneNumber: payouts.phoneNumber,
    })
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), eq(payouts.part, 0)));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return {
    ...order,
    payments: paid,
    money: paid.map(({ state, cents }) => `${state} ${cents / 100}`),
    attempts: attempts.map(({ status }) => status),
    attemptIds: attempts.map(({ id }) => id),
    payout: payout ?? null,
  };
}

/**
 * Guarantee D35: the payments that count for a paid order make up its total; no other order has
 * one, except the deposit of an open pre-order; a payment that does not count is due back.
 */
export async function findWrongMoney(market: Market): Promise<string[]> {
  const { id: orderId, depositCents, depositPaidAt } = orders;
  const all = await market.db
    .select({ id: orderId, depositCents, depositPaidAt })
    .from(orders)
    .orderBy(asc(orderId));
  const wrong: string[] = [];
  for (const { id, ...deposit } of all) {
    const { paymentStatus, status, totalCents, payments: paid } = await moneyOf(market, id);
    const isOpen = status === 'pending' || status === 'confirmed';
    const kept = isOpen && deposit.depositPaidAt !== null ? deposit.depositCents : 0;
    const counting = paid.filter(({ state }) => state === 'received');
    const sum = counting.reduce((cents, payment) => cents + payment.countedCents, 0);
    if (sum !== (paymentStatus === 'paid' ? totalCents : kept))
      wrong.push(`order ${id} (${status}, ${paymentStatus}): ${JSON.stringify(paid)}`);
    if (paymentStatus === 'refund_due' && !paid.some(({ state }) => state === 'refund_due'))
      wrong.push(`order ${id} owes a refund, and no payment does`);
  }
  const pushId = sql`coalesce(${paymentAttempts.pushedWithId}, ${payments.attemptId})`;
  const receipts = await market.db
    .select({ receipt: payments.receipt })
    .from(payments)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .groupBy(payments.receipt)
    .having(sql`count(distinct ${pushId}) > 1 and ${payments.receipt} is not null`);
  for (const { receipt } of receipts) wrong.push(`the receipt ${receipt} is of two requests`);
  return wrong;
}
