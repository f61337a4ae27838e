import { isSuspended } from '#accounts/server/people-queries.ts';
import { addNotices, notify } from '#notifications/server/inbox.ts';
import { basketTotalCents } from '#orders/server/cart.ts';
import { type Basket, placeOrder } from '#orders/server/place-order.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { AppError, errorText } from '#server/app-error.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import { m } from '#text';
import * as operations from '../contract.ts';
import {
  firstDayFrom,
  isMissed,
  lastPlacedDay,
  lastProposedDay,
  type Note,
  noteIn,
  STANDING_CLOCK_SECONDS,
  STANDING_DAYS_KEPT_SECONDS,
  weekdaysOf,
} from '../rules.ts';
import {
  type BasketLine,
  deliveryFeesOf,
  linesOf,
  notesOf,
  orderedLines,
  readBasket,
} from './list-standing-orders.ts';
import {
  failedNotice,
  noticesOfStandingOrders,
  noticeTo,
  placedNotice,
  proposedNotice,
} from './notices.ts';
import {
  deleteDaysBefore,
  findStandingOrder,
  insertDay,
  listToPlace,
  listToPropose,
  lockDay,
  lockStandingOrder,
  type StandingOrderRow,
  updateProposed,
  updateStandingOrder,
} from './queries.ts';
import { standingData } from './tables.ts';

export const standingOrders: Feature = {
  api: describeOperations('Standing orders', operations),
  notices: noticesOfStandingOrders,
  personalData: standingData,
  prune: (db, now) =>
    deleteDaysBefore(db, dayInNairobi(secondsAfter(now, -STANDING_DAYS_KEPT_SECONDS))),
  start: (db, services) => [startStandingClock(db, services)],
};

type Due = Awaited<ReturnType<typeof listToPlace>>[number];

/** Standing orders of unproven buyers without stored networks share one budget. */
const UNKNOWN_NETWORKS = ['standing orders'];

class AlreadySettled extends Error {}

/**
 * Oldest standing orders first. All processes take the due days in this order and wait for each
 * other at each day, so that a younger one never gets the last crate before an older one.
 */
async function placeDays(db: Database, services: Services, isStopped: () => boolean) {
  const until = lastPlacedDay(services.clock());
  let after = 0;
  while (!isStopped()) {
    const due = await listToPlace(db, { until, after });
    for (const day of due) {
      after = day.standingOrderId;
      if (isStopped()) return;
      await placeDay(db, day, services);
    }
    if (due.length === 0) return;
  }
}

async function placeDay(db: Database, due: Due, services: Services) {
  try {
    if (isMissed(due.day, services.clock())) throw new AppError('STANDING_MISSED');
    await placeProposed(db, due, services);
  } catch (error) {
    if (error instanceof AlreadySettled) return;
    if (error instanceof AppError && error.code === 'TOO_MANY_ORDERS_OF_NETWORK') {
      // The day is tried again until noon, and this reason is then reported.
      if (due.notes.length === 0) await updateProposed(db, due.id, { notes: notesAbout(error) });
      return;
    }
    const isLasting = error instanceof AppError && error.code !== 'UNAVAILABLE';
    if (isLasting) return recordFailure(db, { due, error }, services);
    services.log.warn(
      { err: error, standingOrderId: due.standingOrderId },
      'a standing order could not be placed',
    );
  }
}

async function placeProposed(db: Database, due: Due, services: Services) {
  const { day, standingOrderId, buyerId } = due;
  const order = await findStandingOrder(db, standingOrderId);
  if (!order) return;
  const { fulfilment, deliveryAddress, latitude, longitude, paymentMethod, note, wishedPart } =
    order;
  const terms = { fulfilment, deliveryAddress, latitude, longitude, paymentMethod, note };
  await placeOrder(
    db,
    {
      buyerId,
      networks: order.networks ?? UNKNOWN_NETWORKS,
      // The blank keeps it apart from the keys of clients.
      idempotencyKey: `standing order ${standingOrderId} on ${day}`,
      order: { ...terms, wishedDay: day, wishedPart },
      basket: basketOf(order, due, services),
    },
    services,
  );
}

/** Locks the day, so that it is ordered once, and reads it at current offers. */
function basketOf(order: StandingOrderRow, due: Due, services: Services): Basket {
  const { id, day, buyerId, standingOrderId } = due;
  let notes: Note[] = [];
  return {
    async read(tx) {
      const row = await lockDay(tx, standingOrderId, day);
      if (row?.status !== 'proposed') throw new AlreadySettled();
      if (await isSuspended(tx, buyerId)) throw new AppError('SUSPENDED');
      const { changes, deliveryFees } = row;
      const lines = await linesOf(tx, standingOrderId);
      const basket = await readBasket(tx, { order, lines, changes, deliveryFees }, services);
      notes = notesOf(basket);
      const ordered = orderedLines(basket);
      if (ordered.length > 0) return ordered;
      const why = (options: { locale: 'en' | 'sw' }) =>
        notes.map((note) => note[options.locale]).join(' ');
      throw new AppError('STANDING_ORDER_EMPTY', { inputs: { why } });
    },
    settle: (tx, { orders }) =>
      Promise.all([
        updateProposed(tx, id, {
          status: 'placed',
          orderIds: orders.map((placed) => placed.id),
          notes,
        }),
        addNotices(
          tx,
          { notices: [noticeTo(buyerId, placedNotice, { day, notes })] },
          services.clock(),
        ),
      ]),
  };
}

async function recordFailure(
  db: Database,
  { due, error }: { due: Due; error: AppError },
  { clock }: Pick<Services, 'clock'>,
) {
  const { id, day, buyerId } = due;
  const wasTried = error.code === 'STANDING_MISSED' && due.notes.length > 0;
  const notes = wasTried ? due.notes : notesAbout(error);
  await db.transaction(async (tx) => {
    if (!(await updateProposed(tx, id, { status: 'failed', notes }))) return;
    await notify(tx, [noticeTo(buyerId, failedNotice, { day, notes })], clock());
  });
}

const notesAbout = (error: AppError) => [noteIn(({ locale }) => sentenceOf(error, locale))];

/** The sentence is stored, so it must not contain a farm's name. */
function sentenceOf({ code, details }: AppError, language: 'en' | 'sw') {
  const farm = (options: { locale: 'en' | 'sw' }) => m.standingFarm({}, options);
  const inputs = details.inputs && { ...details.inputs, ...('farm' in details.inputs && { farm }) };
  const sentence = errorText(
    { code, details: { ...details, ...(inputs && { inputs }) } },
    language,
  ).trimEnd();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Several processes may run this at the same time. */
export async function runStandingClock(
  db: Database,
  services: Services,
  isStopped: () => boolean = () => false,
) {
  await proposeDays(db, services, isStopped);
  await placeDays(db, services, isStopped);
}

export function startStandingClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds((isStopped) => runStandingClock(db, services, isStopped), {
    pauseMilliseconds: STANDING_CLOCK_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the clock of standing orders missed a round' },
  });
}

/** Proposes each standing order's next day from its evening before. */
async function proposeDays(
  db: Database,
  services: Pick<Services, 'clock' | 'log'>,
  isStopped: () => boolean,
) {
  const until = lastProposedDay(services.clock());
  let after = 0;
  while (!isStopped()) {
    const due = await listToPropose(db, { until, after });
    for (const { id } of due) {
      after = id;
      try {
        await db.transaction((tx) => proposeNext(tx, id, services));
      } catch (error) {
        services.log.warn({ err: error, standingOrderId: id }, 'a day could not be proposed');
      }
    }
    if (due.length === 0) return;
  }
}

async function proposeNext(tx: Database, id: number, { clock }: Pick<Services, 'clock'>) {
  const now = clock();
  const order = await lockStandingOrder(tx, id);
  // Another process has proposed it, or the buyer has paused it.
  if (!order || order.pausedAt || order.nextDay > lastProposedDay(now)) return;
  const chosen = weekdaysOf(order.weekdayBits);
  const { nextDay: day } = order;
  if (isMissed(day, now)) {
    const [today, tomorrow] = [dayInNairobi(now), daysAfter(dayInNairobi(now), 1)];
    // Days that were missed while the server was off are reported once.
    const from = isMissed(today, now) || day === today ? tomorrow : today;
    await updateStandingOrder(tx, id, { nextDay: firstDayFrom(chosen, from) });
    return tellMissed(tx, { order, day }, now);
  }
  await updateStandingOrder(tx, id, { nextDay: firstDayFrom(chosen, daysAfter(day, 1)) });
  const lines = await linesOf(tx, id);
  const wanted = { order, lines, changes: [], deliveryFees: null };
  const basket = await readBasket(tx, wanted, { clock });
  const deliveryFees = deliveryFeesOf(order, basket);
  // The buyer may have skipped the day, paused, and resumed.
  if (!(await insertDay(tx, { standingOrderId: id, day, status: 'proposed', deliveryFees })))
    return;
  await tellProposed(tx, { order, day, basket }, now);
}

type OfDay = { order: StandingOrderRow; day: Day };

async function tellMissed(tx: Database, { order, day }: OfDay, now: Date) {
  const { id, buyerId } = order;
  const notes = [noteIn((options) => m.standingMissed({}, options))];
  if (!(await insertDay(tx, { standingOrderId: id, day, status: 'failed', notes }))) return;
  await notify(tx, [noticeTo(buyerId, failedNotice, { day, notes })], now);
}

type Proposed = OfDay & { basket: readonly BasketLine[] };

async function tellProposed(tx: Database, { order, day, basket }: Proposed, now: Date) {
  const { id, buyerId, fulfilment } = order;
  const ordered = orderedLines(basket);
  const facts = {
    id,
    day,
    goods: ordered.map(({ quantity, unit, name }) => ({ quantity, unit, name })),
    total: shillingsOf(basketTotalCents(ordered, fulfilment)),
    notes: notesOf(basket),
  };
  await notify(tx, [noticeTo(buyerId, proposedNotice, facts)], now);
}
