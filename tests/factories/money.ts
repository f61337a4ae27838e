import { and, asc, eq, sql } from 'drizzle-orm';
import { lockOrder } from '#features/orders/server/orders/queries.ts';
import { bookCompletion } from '#features/orders/server/payments/order-money.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import { paymentAttempts, payments, payouts } from '#features/orders/server/tables/payments.ts';
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
  const callers = (tokens: { buyer: string; farm: string }) => ({
    asBuyer: market.caller({ token: tokens.buyer }).buyer.orders,
    asFarmer: market.caller({ token: tokens.farm }).farmer,
  });
  return {
    buyer,
    farm,
    kale,
    ...callers({ buyer: buyer.token, farm: farm.token }),
    /** New sessions for both, because time has passed. */
    async logInAgain() {
      [buyer.token, farm.token] = [
        await makeSession(market, buyer),
        await makeSession(market, farm),
      ];
      Object.assign(this, callers({ buyer: buyer.token, farm: farm.token }));
    },
    async confirmed(): Promise<number> {
      const { id } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }], {
        paymentMethod: 'M-Pesa',
      });
      await this.asFarmer.orders.confirm({ orderId: id });
      return id;
    },
    async confirmedForCash(): Promise<number> {
      const { id } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }]);
      await this.asFarmer.orders.confirm({ orderId: id });
      return id;
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
  await market.workThroughOutbox();
  return market.mailbox
    .splice(0)
    .map(({ to, subject }) => `${to === shop.buyer.email ? 'buyer' : 'farmer'}: ${subject}`);
}

export async function moneyOf(market: Market, orderId: number) {
  const { db } = market;
  const [order] = await db
    .select({
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      totalCents: orders.totalCents,
    })
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
    .select({
      id: paymentAttempts.id,
      status: paymentAttempts.status,
      resultCode: paymentAttempts.resultCode,
    })
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
 * Whether the books are consistent (guarantee D35): the payments that count for a paid order
 * make up its total; no other order has one, except the deposit of a pre-order that is open; a
 * payment that does not count is due back.
 */
export async function findWrongMoney(market: Market): Promise<string[]> {
  const { id: orderId, depositCents, depositPaidAt } = orders;
  const all = await market.db
    .select({ id: orderId, depositCents, depositPaidAt })
    .from(orders)
    .orderBy(asc(orders.id));
  const wrong: string[] = [];
  for (const { id, ...deposit } of all) {
    const { paymentStatus, status, totalCents, payments: paid } = await moneyOf(market, id);
    const isOpen = status === 'pending' || status === 'confirmed';
    const kept = isOpen && deposit.depositPaidAt !== null ? deposit.depositCents : 0;
    const counting = paid.filter(({ state }) => state === 'received');
    const sum = counting.reduce((cents, payment) => cents + payment.countedCents, 0);
    if (sum !== (paymentStatus === 'paid' ? totalCents : kept)) {
      wrong.push(
        `order ${id} (${status}, ${paymentStatus}): ${paid.map(({ state, cents }) => `${state} ${cents}`).join(', ')}`,
      );
    }
    if (paymentStatus === 'refund_due' && !paid.some(({ state }) => state === 'refund_due')) {
      wrong.push(`order ${id} owes a refund, and no payment does`);
    }
  }
  const receipts = await market.db.select({ receipt: payments.receipt }).from(payments);
  const known = receipts.flatMap(({ receipt }) => receipt ?? []);
  if (new Set(known).size !== known.length) wrong.push('a receipt stands on two payments');
  return wrong;
}
