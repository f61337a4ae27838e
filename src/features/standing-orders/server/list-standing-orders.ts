import { markOpened } from '#notifications/server/inbox.ts';
import { basketTotalCents, type PricedCartLine, priceWantedLines } from '#orders/server/cart.ts';
import { swahiliNameOf } from '#products/rules/crops.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { givenPosition } from '#rules/geo.ts';
import { pick } from '#server/database.ts';
import {
  changeableUntil,
  type DeliveryFees,
  type LineProblem,
  type Note,
  noteIn,
  problemOf,
  problemText,
  replacedText,
  STANDING_LINES_MAX,
  type StandingLine,
  type StoredChange,
  standingSubject,
  weekdaysOf,
  withChange,
} from '../rules.ts';
import {
  findAlternative,
  listLastDays,
  listLines,
  listOwn,
  type StandingDayRow,
  type StandingOrderRow,
} from './queries.ts';

/**
 * Oldest first, each with its next day at today's offers and the result of its last one. Money in
 * KES. `next` is null while the order is paused. `alternative` is what the buyer could take
 * instead.
 */
export async function listStandingOrders(call: Call<'buyer'>) {
  const { db } = call;
  const orders = await listOwn(db, call.user.id);
  const ids = orders.map(({ id }) => id);
  const [lines, days] = await Promise.all([listLines(db, ids), listLastDays(db, ids)]);
  const standingOrders = [];
  for (const order of orders) {
    const own = lines.filter(({ standingOrderId }) => standingOrderId === order.id).map(lineOf);
    const ownDays = days.filter(({ standingOrderId }) => standingOrderId === order.id);
    standingOrders.push(await describe(db, { order, lines: own, days: ownDays }, call));
  }
  // At most STANDING_ORDERS_MAX, so there is never another page.
  return { standingOrders, nextCursor: null };
}

/** The notices about them count as read. */
export async function openStandingOrders(call: Call<'buyer'>) {
  const all = await listStandingOrders(call);
  await markOpened(call.db, { userId: call.user.id, subject: standingSubject }, call);
  return all;
}

const lineOf = ({
  standingOrderId: _,
  ...line
}: StandingLine & { standingOrderId: number }): StandingLine => line;

export const linesOf = async (db: Database, id: number): Promise<StandingLine[]> =>
  (await listLines(db, [id])).slice(0, STANDING_LINES_MAX).map(lineOf);

type Described = { order: StandingOrderRow; lines: StandingLine[]; days: StandingDayRow[] };

async function describe(
  db: Database,
  { order, lines, days }: Described,
  services: { clock: Clock },
) {
  const { id, weekdayBits, pausedAt, buyerId: _, networks: __, nextDay, ...terms } = order;
  const proposed = days.find(({ status }) => status === 'proposed');
  const settled = days.find(({ status }) => status !== 'proposed');
  const { changes = [], deliveryFees = null } = proposed ?? {};
  const basket = pausedAt
    ? []
    : await readBasket(db, { order, lines, changes, deliveryFees }, services);
  const day = proposed?.day ?? nextDay;
  return {
    id,
    weekdays: weekdaysOf(weekdayBits),
    isPaused: pausedAt !== null,
    ...terms,
    lines: lines.map(({ ceilingCents, ...line }) => ({
      ...line,
      swahiliName: swahiliNameOf(line),
      ceiling: shillingsOf(ceilingCents),
    })),
    next: pausedAt
      ? null
      : {
          day,
          isProposed: proposed !== undefined,
          version: proposed?.version ?? 0,
          isChangeable: proposed !== undefined && services.clock() < changeableUntil(day),
          changeableUntil: changeableUntil(day),
          total: shillingsOf(basketTotalCents(orderedLines(basket), order.fulfilment)),
          lines: basket.map((one) => describeLine(one, lines)),
        },
    last: settled ? pick(settled, 'day status orderIds notes') : null,
  };
}

/** `usualQuantity`: without the changes of the day. */
const describeLine = (
  { line, problem, ordered, offer, alternative }: BasketLine,
  lines: StandingLine[],
) => ({
  lineId: line.id,
  usualQuantity: lines.find(({ id }) => id === line.id)?.quantity ?? line.quantity,
  ...pick(line, 'productId name quantity unit netWeightKg'),
  ceiling: shillingsOf(line.ceilingCents),
  problem,
  available: offer?.isOffered ? offer.available : 0,
  price: offer ? shillingsOf(offer.priceCents) : null,
  deliveryFee: offer ? shillingsOf(offer.deliveryFeeCents) : null,
  ordered: ordered && describeOffer(ordered),
  alternative: alternative && describeOffer(alternative),
});

const describeOffer = (offer: PricedCartLine) => ({
  ...pick(offer, 'productId farmId farmName county name'),
  price: shillingsOf(offer.priceCents),
  total: shillingsOf(offer.totalCents),
});

/** The outcome for a line if its day is ordered now. */
export type BasketLine = {
  /** With the changes of this day. */
  line: StandingLine;
  /** Null also if the buyer has left the line out. */
  problem: LineProblem | null;
  ordered: PricedCartLine | null;
  /** As offered now, even if it cannot be ordered. */
  offer: PricedCartLine | undefined;
  alternative: PricedCartLine | null;
};

type Wanted = {
  order: StandingOrderRow;
  lines: StandingLine[];
  changes: StoredChange[];
  /** By farm; null if the buyer has not been told yet. */
  deliveryFees: DeliveryFees | null;
};

export async function readBasket(
  db: Database,
  { order, lines, changes, deliveryFees }: Wanted,
  services: Pick<Services, 'clock'>,
): Promise<BasketLine[]> {
  const wanted = lines.map((line) => withChange(line, changes));
  const offers = await priceLines(db, { buyerId: order.buyerId, lines: wanted }, services);
  const taken = new Set(wanted.flatMap(({ productId }) => productId ?? []));
  const basket: BasketLine[] = [];
  const ordered = new Set<number>();
  for (const line of wanted) {
    const offer = line.productId === null ? undefined : offers.get(line.productId);
    // A change may name a product that another line has.
    const isRepeated = line.productId !== null && ordered.has(line.productId);
    const problem = isRepeated
      ? 'gone'
      : problemOf(line, offer, offer && deliveryFees?.[offer.farmId]);
    if (line.quantity === 0) {
      basket.push({ line, problem: null, ordered: null, offer, alternative: null });
      continue;
    }
    const alternative = problem
      ? await findOther(db, { order, line, taken, deliveryFees, near: offer }, services)
      : null;
    if (alternative) taken.add(alternative.productId);
    const replaced = order.whenMissing === 'nearest' ? alternative : null;
    const chosen = problem ? replaced : (offer ?? null);
    if (chosen) ordered.add(chosen.productId);
    basket.push({ line, problem, ordered: chosen, offer, alternative });
  }
  return basket;
}

async function priceLines(
  db: Database,
  { buyerId, lines }: { buyerId: number; lines: StandingLine[] },
  services: Pick<Services, 'clock'>,
) {
  const known = lines.flatMap(({ productId, quantity }) =>
    productId === null ? [] : [{ productId, quantity }],
  );
  const priced = await priceWantedLines(db, { buyerId, lines: known }, services);
  // An announced harvest cannot be ordered for tomorrow.
  const there = priced.filter(({ depositPercent }) => depositPercent === null);
  return new Map(there.map((offer) => [offer.productId, offer]));
}

type Missing = {
  order: StandingOrderRow;
  line: StandingLine;
  taken: ReadonlySet<number>;
  deliveryFees: DeliveryFees | null;
  /** Its farm is the place to search from if the buyer collects. */
  near: PricedCartLine | undefined;
};

async function findOther(
  db: Database,
  { order, line, taken, deliveryFees, near }: Missing,
  services: Pick<Services, 'clock'>,
): Promise<PricedCartLine | null> {
  const { buyerId, whenMissing, fulfilment } = order;
  if (whenMissing === 'leaveOut') return null;
  // A farm that replaces another unasked may not add a fee that the buyer was not told.
  const fees = whenMissing === 'nearest' ? deliveryFees : null;
  const productId = await findAlternative(db, {
    line,
    buyerId,
    place: placeOf(order) ?? near ?? null,
    isDelivered: fulfilment === 'delivery',
    deliveryFees: fees,
    taken: [...taken],
    today: dayInNairobi(services.clock()),
  });
  if (productId === null) return null;
  const lines = [{ productId, quantity: line.quantity }];
  const [alternative] = await priceWantedLines(db, { buyerId, lines }, services);
  if (!alternative) return null;
  // It may have changed since it was found.
  const feeLimit = fees ? (fees[alternative.farmId] ?? 0) : undefined;
  return problemOf(line, alternative, feeLimit) ? null : alternative;
}

/** Null if the buyer collects. */
export function deliveryFeesOf(
  { fulfilment }: StandingOrderRow,
  basket: readonly BasketLine[],
): DeliveryFees | null {
  if (fulfilment === 'collection') return null;
  const offers = [...basket.flatMap(({ offer }) => offer ?? []), ...orderedLines(basket)];
  return Object.fromEntries(
    offers.map(({ farmId, deliveryFeeCents }) => [farmId, deliveryFeeCents]),
  );
}

const placeOf = ({ latitude, longitude }: StandingOrderRow): Position | null =>
  givenPosition({ latitude: latitude ?? undefined, longitude: longitude ?? undefined }) ?? null;

export const orderedLines = (basket: readonly BasketLine[]): PricedCartLine[] =>
  basket.flatMap(({ ordered }) => ordered ?? []);

export const notesOf = (basket: readonly BasketLine[]): Note[] =>
  basket.flatMap(({ line, problem, ordered, offer }) => {
    if (problem === null) return [];
    if (ordered) return noteIn((options) => replacedText(ordered, options));
    return noteIn((options) => problemText({ line, problem, offer }, options));
  });
