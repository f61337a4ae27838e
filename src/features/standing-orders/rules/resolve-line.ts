/* Whether a line of a standing order can be ordered as its buyer wants it. Pure. */

import type { Unit } from '#features/products/rules/product.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { LineChange } from './standing-order.ts';

/** A line as the buyer wrote it. `productId`: null once the farm's account is deleted. */
export type StandingLine = {
  id: number;
  productId: number | null;
  name: string;
  crop: string | null;
  unit: Unit;
  netWeightKg: number | null;
  quantity: number;
  /** The highest price of one unit. */
  ceilingCents: Cents;
};

/**
 * A change of one line for one day, with its price in cents. A higher delivery fee that the buyer
 * allows is stored with the day, because it is of the farm.
 */
export type StoredChange = Omit<LineChange, 'ceiling' | 'deliveryFee'> & { ceilingCents?: Cents };

/** The highest delivery fees of a day, in cents, by the farm's id. */
export type DeliveryFees = Record<string, Cents>;

/** A line with the changes of its day. */
export function withChange(line: StandingLine, changes: readonly StoredChange[]): StandingLine {
  const change = changes.find(({ lineId }) => lineId === line.id);
  if (!change) return line;
  const { quantity, productId = line.productId, ceilingCents = line.ceilingCents } = change;
  return { ...line, quantity, productId, ceilingCents };
}

/** Why a line cannot be ordered. */
export const lineProblems = [
  'gone',
  'ownFarm',
  'otherUnit',
  'aboveCeiling',
  'dearerDelivery',
  'notEnough',
] as const;
export type LineProblem = (typeof lineProblems)[number];

/** The product of a line as it is offered now. */
export type StandingOffer = {
  isOffered: boolean;
  isOwnFarm: boolean;
  unit: Unit;
  netWeightKg: number | null;
  priceCents: Cents;
  available: number;
  deliveryFeeCents: Cents;
};

/**
 * Null if the line can be ordered.
 * @param feeLimitCents the highest fee for a delivery from its farm; left out, any
 */
export function problemOf(
  line: Pick<StandingLine, 'unit' | 'netWeightKg' | 'ceilingCents' | 'quantity'>,
  offer: StandingOffer | undefined,
  feeLimitCents?: Cents,
): LineProblem | null {
  if (!offer?.isOffered || offer.available === 0) return 'gone';
  if (offer.isOwnFarm) return 'ownFarm';
  // The price limit belongs to the unit, as an accepted price of the cart does.
  if (offer.unit !== line.unit || offer.netWeightKg !== line.netWeightKg) return 'otherUnit';
  if (offer.priceCents > line.ceilingCents) return 'aboveCeiling';
  // A highest price does not include the delivery.
  if (offer.deliveryFeeCents > (feeLimitCents ?? offer.deliveryFeeCents)) return 'dearerDelivery';
  return offer.available < line.quantity ? 'notEnough' : null;
}
