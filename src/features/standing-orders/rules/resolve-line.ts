import type { Cents } from '#platform/rules/money.ts';
import type { Unit } from '#products/rules/product.ts';
import type { LineChange } from './standing-order.ts';

/** `productId`: null once the farm's account is deleted. */
export type StandingLine = {
  id: number;
  productId: number | null;
  name: string;
  crop: string | null;
  unit: Unit;
  netWeightKg: number | null;
  quantity: number;
  /** Per unit. */
  ceilingCents: Cents;
};

/**
 * A higher delivery fee that the buyer allows is stored with the day, because it applies to the
 * farm.
 */
export type StoredChange = Omit<LineChange, 'ceiling' | 'deliveryFee'> & { ceilingCents?: Cents };

/** The highest delivery fees of a day, in cents, by farm id. */
export type DeliveryFees = Record<string, Cents>;

export function withChange(line: StandingLine, changes: readonly StoredChange[]): StandingLine {
  const change = changes.find(({ lineId }) => lineId === line.id);
  if (!change) return line;
  const { quantity, productId = line.productId, ceilingCents = line.ceilingCents } = change;
  return { ...line, quantity, productId, ceilingCents };
}

export const lineProblems = [
  'gone',
  'ownFarm',
  'otherUnit',
  'aboveCeiling',
  'dearerDelivery',
  'notEnough',
] as const;
export type LineProblem = (typeof lineProblems)[number];

export type StandingOffer = {
  isOffered: boolean;
  isOwnFarm: boolean;
  unit: Unit;
  netWeightKg: number | null;
  priceCents: Cents;
  available: number;
  deliveryFeeCents: Cents;
};

/** Null if the line can be ordered. Without `feeLimitCents`, any delivery fee is fine. */
export function problemOf(
  line: Pick<StandingLine, 'unit' | 'netWeightKg' | 'ceilingCents' | 'quantity'>,
  offer: StandingOffer | undefined,
  feeLimitCents?: Cents,
): LineProblem | null {
  if (!offer?.isOffered || offer.available === 0) return 'gone';
  if (offer.isOwnFarm) return 'ownFarm';
  // The price limit applies to the unit, as an accepted price of the cart does.
  if (offer.unit !== line.unit || offer.netWeightKg !== line.netWeightKg) return 'otherUnit';
  if (offer.priceCents > line.ceilingCents) return 'aboveCeiling';
  if (offer.deliveryFeeCents > (feeLimitCents ?? offer.deliveryFeeCents)) return 'dearerDelivery';
  return offer.available < line.quantity ? 'notEnough' : null;
}
