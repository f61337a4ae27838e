import { type PricedCartLine, priceWantedLines } from '#orders/server/cart.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { givenPosition, type Position } from '#platform/rules/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import {
  type DeliveryFees,
  type LineProblem,
  type Note,
  noteIn,
  problemOf,
  problemText,
  replacedText,
  type StandingLine,
  type StoredChange,
  withChange,
} from '#standing-orders/rules/lines.ts';
import type { StandingOrderRow } from '#standing-orders/server/queries.ts';
import { findAlternative } from './alternative-queries.ts';

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
