import { declareNoneLeft, type PriceRecords } from '#products/server/set-quantities.ts';
import { dayInNairobi } from '#rules/day.ts';
import { judgeTakenAt } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { retryTransaction } from '#server/database.ts';
import { isSameHash } from '#server/hashes.ts';
import { ORDER_CLOCK_SECONDS } from '../rules/limits.ts';
import {
  type ClockRule,
  clockRules,
  dueAt,
  isOnTheWay,
  orderGroups,
} from '../rules/order-facts.ts';
import type { ShortHarvest } from '../rules/order-input.ts';
import { HANDOVER_TRIES_MAX, mayMove } from '../rules/transitions.ts';
import { listReservedLines } from './cart/queries.ts';
import { listReservationsOver } from './cart/unproven-buyers.ts';
import { getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import {
  lockOwnOrder,
  type Move,
  moveOrder,
  type Party,
  refuseOtherWeighing,
  stepNotAllowed,
} from './orders/move-order.ts';
import { notifyOrderEvent } from './orders/order-events.ts';
import { findDueRules, listDueOrders, lockOrder, updateOrder } from './orders/queries.ts';
import { handoverCode, isEarlierCode } from './orders/read-orders.ts';
import { acceptPart } from './settlement/shorten-order.ts';

type StepCall = PersonCall<'clock' | 'secret' | 'priceRecords'>;
type Step = Pick<Move, 'from' | 'to' | 'reason' | 'change'> & {
  isNoneLeft?: boolean | undefined;
  weighingSeen?: number | undefined;
};

async function takeStep(
  { db, clock, priceRecords }: StepCall,
  { party, step: { isNoneLeft, weighingSeen, ...step } }: { party: Party; step: Step },
) {
  const by = 'buyerId' in party ? 'buyer' : 'farmer';
  await retryTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, party);
    refuseOtherWeighing(order, weighingSeen);
    await moveOrder(tx, order, { ...step, by, now: clock(), priceRecords });
    if (!isNoneLeft || !('farmerId' in party)) return;
    const lines = await listReservedLines(tx, party.orderId);
    await declareNoneLeft(tx, { farmerId: party.farmerId, lines }, { clock });
  });
}

type OfOrder = { orderId: number };

async function stepAsFarmer(call: StepCall, { orderId }: OfOrder, step: Step) {
  await takeStep(call, { party: { orderId, farmerId: call.user.id }, step });
  return getFarmerOrder(call, { orderId });
}

async function stepAsBuyer(call: StepCall, { orderId }: OfOrder, step: Step) {
  await takeStep(call, { party: { orderId, buyerId: call.user.id }, step });
  return getBuyerOrder(call, { orderId });
}

type Reasoned = OfOrder & { reason?: string | null | undefined };

type Confirmation = OfOrder & {
  deliveryDate?: string | null | undefined;
  lines?: ShortHarvest['lines'] | undefined;
  isRestThere?: boolean | undefined;
};

/** If the farmer has nothing of it, the order is rejected. */
export async function confirmOrder(
  call: StepCall,
  { orderId, deliveryDate = null, lines, isRestThere }: Confirmation,
) {
  const { db, user, clock, priceRecords } = call;
  if (deliveryDate && deliveryDate < dayInNairobi(clock())) {
    throw new AppError('DELIVERY_DATE_PAST', { field: 'deliveryDate' });
  }
  const step = { to: 'confirmed', change: { deliveryDate } } as const;
  if (!lines) return stepAsFarmer(call, { orderId }, step);
  await retryTransaction(db, async (tx) => {
    const order = await lockOwnOrder(tx, { orderId, farmerId: user.id });
    const move = { ...step, by: 'farmer' as const, now: clock(), priceRecords };
    await acceptPart(tx, order, { move, lines, isRestThere });
  });
  return getFarmerOrder(call, { orderId });
}

export const rejectOrder = (
  call: StepCall,
  { reason, isNoneLeft, ...own }: Reasoned & Pick<Step, 'isNoneLeft'>,
) => stepAsFarmer(call, own, { to: 'rejected', reason, isNoneLeft });

export const cancelAsFarmer = (call: StepCall, { reason, ...own }: Reasoned) =>
  stepAsFarmer(call, own, { from: orderGroups.toSend, to: 'cancelled', reason });

export const reportNotCollected = (call: StepCall, { reason, ...own }: Reasoned) =>
  stepAsFarmer(call, own, { from: ['dispatched'], to: 'cancelled', reason });

export const cancelAsBuyer = (call: StepCall, { reason, ...own }: Reasoned) =>
  stepAsBuyer(call, own, { to: 'cancelled', reason });

export const dispatchOrder = (call: StepCall, own: OfOrder) =>
  stepAsFarmer(call, own, { to: 'dispatched' });

export const receiveOrder = (
  call: StepCall,
  { weighingSeen, ...own }: OfOrder & { weighingSeen?: number | undefined },
) => stepAsBuyer(call, own, { to: 'completed', weighingSeen });

export const disputeOrder = (call: StepCall, { reason, ...own }: Reasoned) =>
  stepAsBuyer(call, own, { to: 'disputed', reason });

type Handover = OfOrder & {
  handoverCode: string;
  takenAt?: string | undefined;
  /** Evaluated in the transaction that counts the code, so that a retried request counts once. */
  isCounted?: ((tx: Database) => Promise<boolean>) | undefined;
};
type HandoverResult =
  | { outcome: 'completed' }
  | { outcome: 'wrong'; triesLeft: number }
  /** The goods were weighed again after the buyer gave this code. */
  | { outcome: 'outdated' }
  | { outcome: 'locked' };

/**
 * There are only 10,000 codes, so guesses are limited. A wrong code is counted in a transaction
 * that commits, with the order locked. After five wrong codes only the buyer or the operator can
 * complete the order.
 */
export async function completeOrder(
  call: StepCall,
  { orderId, handoverCode: given, takenAt, isCounted }: Handover,
) {
  const { db, user, clock, secret, priceRecords } = call;
  const tried = await retryTransaction(db, async (tx): Promise<HandoverResult> => {
    const order = await lockOwnOrder(tx, { orderId, farmerId: user.id });
    if (!isOnTheWay(order.status)) throw stepNotAllowed(order);
    if (order.handoverTries >= HANDOVER_TRIES_MAX) return { outcome: 'locked' };
    if (!isSameHash(given, handoverCode(secret, order))) {
      if (isEarlierCode(secret, order, given)) return { outcome: 'outdated' };
      const isNew = !isCounted || (await isCounted(tx));
      const handoverTries = order.handoverTries + (isNew ? 1 : 0);
      await updateOrder(tx, order.id, { handoverTries });
      return { outcome: 'wrong', triesLeft: HANDOVER_TRIES_MAX - handoverTries };
    }
    const now = clock();
    await moveOrder(tx, order, {
      to: 'completed',
      by: 'farmer',
      now,
      taken: judgeTakenAt(takenAt, now, order.createdAt),
      priceRecords,
    });
    return { outcome: 'completed' };
  });
  switch (tried.outcome) {
    case 'completed':
      return getFarmerOrder(call, { orderId });
    case 'outdated':
      throw new AppError('HANDOVER_CODE_OUTDATED', { field: 'handoverCode' });
    case 'locked':
      throw new AppError('HANDOVER_LOCKED');
    case 'wrong':
      throw new AppError('HANDOVER_CODE_WRONG', {
        field: 'handoverCode',
        inputs: { tries: tried.triesLeft },
      });
  }
}

/**
 * Takes the steps of orders/rules/order-facts.ts. Each order that may be due is locked and checked
 * again, so that two processes, or a person at the same moment, never move an order twice.
 */
export async function runOrderClock(
  db: Database,
  { clock, log, priceRecords }: Pick<Services, 'clock' | 'log' | 'priceRecords'>,
) {
  const now = clock();
  const rules = Object.values<ClockRule>(clockRules);
  const ends = rules.map((rule) => ({ rule, list: { now } }));
  const reminders = rules.flatMap((rule) => {
    if (!rule.reminders) return [];
    const { secondsBefore: moments } = rule.reminders;
    const list = { now, secondsBefore: moments[0], remindersBelow: moments.length };
    return [{ rule, list }];
  });
  const due = await findDueRules(db, [...ends, ...reminders]);
  let moved = 0;
  for (const end of ends.filter((one) => due.includes(one))) {
    for (const { id } of await listDueOrders(db, end)) {
      const attempt = tryOrder(id, 'the order clock could not move an order', log);
      if (await attempt(() => moveDue(db, { id, rule: end.rule, now }, priceRecords))) moved += 1;
    }
  }
  for (const { id, release } of await listReservationsOver(db, now)) {
    await tryOrder(id, 'the order clock could not release the stock of an order', log)(release);
  }
  for (const reminder of reminders.filter((one) => due.includes(one))) {
    for (const { id } of await listDueOrders(db, reminder)) {
      const attempt = tryOrder(id, 'the order clock could not send a reminder', log);
      await attempt(() => remind(db, { id, rule: reminder.rule, now }));
    }
  }
  return moved;
}

/** An order that fails does not stop the others. */
const tryOrder =
  (orderId: number, failure: string, log: Logger) => async (run: () => Promise<boolean>) => {
    try {
      return await run();
    } catch (error) {
      log.warn({ err: error, orderId }, failure);
      return false;
    }
  };

type DueOrder = { id: number; rule: ClockRule; now: Date };

async function moveDue(
  db: Database,
  { id, rule: { to }, now }: DueOrder,
  priceRecords: PriceRecords,
) {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order || !mayMove(order, { to, by: 'clock', now })) return false;
    await moveOrder(tx, order, { to, by: 'clock', now, priceRecords });
    return true;
  });
}

async function remind(db: Database, { id, rule, now }: DueOrder) {
  const { reminders } = rule;
  if (!reminders) return false;
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== rule.from) return false;
    const end = dueAt(rule, order);
    const before = reminders.secondsBefore[order.remindersSent];
    if (!end || before === undefined || secondsAfter(end, -before) > now) return false;
    await updateOrder(tx, id, { remindersSent: order.remindersSent + 1 });
    const { recipients, about } = reminders;
    await notifyOrderEvent(tx, { order, recipients, about, by: 'clock' }, now);
    return true;
  });
}

export function startOrderClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds(() => runOrderClock(db, services), {
    pauseMilliseconds: ORDER_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the order clock missed a round' },
  });
}
