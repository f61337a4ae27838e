import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { retryDeadlock } from '#server/db/retry-deadlock.ts';
import { dayInNairobi } from '#shared/day.ts';
import { getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import { type Move, moveOrder } from './orders/move-order.ts';
import { lockOrder, type OrderRow } from './orders/queries.ts';

/** Whose order it must be, and which. */
export type Party = { orderId: number; buyerId: number } | { orderId: number; farmerId: number };

/** Holds an order that is this person's. @throws AppError ORDER_NOT_FOUND, also for a stranger's */
export async function holdOwnOrder(tx: Database, party: Party): Promise<OrderRow> {
  const order = await lockOrder(tx, party.orderId);
  const isOwn = 'buyerId' in party ? order?.buyerId === party.buyerId : order?.farmerId === party.farmerId;
  if (!order || !isOwn) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

type Step = Pick<Move, 'from' | 'to' | 'reason' | 'change'>;

/** One step of a buyer or farmer with an order of theirs. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
async function takeStep(db: Database, { party, step }: { party: Party; step: Step }, { clock }: { clock: Clock }) {
  const by = 'buyerId' in party ? 'buyer' : 'farmer';
  await retryDeadlock(() =>
    db.transaction(async (tx) => {
      const order = await holdOwnOrder(tx, party);
      await moveOrder(tx, order, { ...step, by, now: clock() });
    }),
  );
}

type Stepping = { clock: Clock; secret: string };
type FarmersOrder = { orderId: number; farmerId: number };
type BuyersOrder = { orderId: number; buyerId: number };

/** Each answers the order as it is then. */
async function stepAsFarmer(db: Database, { step, ...party }: FarmersOrder & { step: Step }, services: Stepping) {
  await takeStep(db, { party, step }, services);
  return getFarmerOrder(db, party, services);
}

async function stepAsBuyer(db: Database, { step, ...party }: BuyersOrder & { step: Step }, services: Stepping) {
  await takeStep(db, { party, step }, services);
  return getBuyerOrder(db, party, services);
}

type Reasoned<P> = P & { reason?: string | null | undefined };

/** @throws AppError DELIVERY_DATE_PAST, ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export async function confirmOrder(
  db: Database,
  { deliveryDate = null, ...party }: FarmersOrder & { deliveryDate?: string | null | undefined },
  services: Stepping,
) {
  if (deliveryDate && deliveryDate < dayInNairobi(services.clock())) {
    throw new AppError('DELIVERY_DATE_PAST', { field: 'deliveryDate' });
  }
  return stepAsFarmer(db, { ...party, step: { to: 'confirmed', change: { deliveryDate } } }, services);
}

/** Its stock is free again. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const rejectOrder = (db: Database, { reason, ...party }: Reasoned<FarmersOrder>, services: Stepping) =>
  stepAsFarmer(db, { ...party, step: { to: 'rejected', reason } }, services);

/** Its stock is free again, and what was paid is due back. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const cancelAsFarmer = (db: Database, { reason, ...party }: Reasoned<FarmersOrder>, services: Stepping) =>
  stepAsFarmer(db, { ...party, step: { from: 'confirmed', to: 'cancelled', reason } }, services);

/** Nobody came for a cash order: its stock is free again, and the buyer may object. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const reportNotCollected = (db: Database, { reason, ...party }: Reasoned<FarmersOrder>, services: Stepping) =>
  stepAsFarmer(db, { ...party, step: { from: 'dispatched', to: 'cancelled', reason } }, services);

/** Likewise. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const cancelAsBuyer = (db: Database, { reason, ...party }: Reasoned<BuyersOrder>, services: Stepping) =>
  stepAsBuyer(db, { ...party, step: { to: 'cancelled', reason } }, services);

/** On its way, or ready to be collected; from now on the buyer has the handover code. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const dispatchOrder = (db: Database, party: FarmersOrder, services: Stepping) =>
  stepAsFarmer(db, { ...party, step: { to: 'dispatched' } }, services);

/** The buyer says that the goods are here. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const receiveOrder = (db: Database, party: BuyersOrder, services: Stepping) =>
  stepAsBuyer(db, { ...party, step: { to: 'completed' } }, services);

/** Held for the operator. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED */
export const disputeOrder = (db: Database, { reason, ...party }: Reasoned<BuyersOrder>, services: Stepping) =>
  stepAsBuyer(db, { ...party, step: { to: 'disputed', reason } }, services);
