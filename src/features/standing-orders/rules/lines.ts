import { figureText } from '#platform/rules/decimal.ts';
import { type Language, languages } from '#platform/rules/language.ts';
import { amountText, type Cents, shillingsOf } from '#platform/rules/money.ts';
import type { Unit } from '#products/rules/product.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';
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

type StandingOffer = {
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

/** Stored in each language when it became true. */
export type Note = Record<Language, string>;

export const noteIn = (text: (options: { locale: Language }) => string): Note => {
  const [en, sw] = languages.map((locale) => text({ locale }));
  return { en: en ?? '', sw: sw ?? '' };
};

type Problem = { line: StandingLine; problem: LineProblem; offer: StandingOffer | undefined };

/** "Tomatoes costs KES 51.00, above your highest price of KES 50.00." */
export function problemText(
  { line, problem, offer }: Problem,
  options: { locale: Language },
): string {
  const { name, unit, ceilingCents } = line;
  switch (problem) {
    case 'gone':
      return m.errorProductGone({ name }, options);
    case 'ownFarm':
      return m.standingOwnFarm({ name }, options);
    case 'otherUnit':
      return m.standingOtherUnit({ name }, options);
    case 'aboveCeiling':
      return m.standingAboveCeiling(
        { name, price: figuresOf(offer?.priceCents ?? 0), ceiling: figuresOf(ceilingCents) },
        options,
      );
    case 'dearerDelivery':
      return m.standingDearerDelivery(
        { name, fee: figuresOf(offer?.deliveryFeeCents ?? 0) },
        options,
      );
    case 'notEnough': {
      const available = offer?.available ?? 0;
      return m.errorNotEnoughForOffer(
        { name, quantity: figureText(available), unit: unitText(available, unit, options) },
        options,
      );
    }
  }
}

/** "Tomatoes comes from another farm, for KES 48.00." */
export const replacedText = (
  { name, priceCents }: { name: string; priceCents: Cents },
  options: { locale: Language },
): string => m.standingReplaced({ name, price: figuresOf(priceCents) }, options);

const figuresOf = (cents: Cents) => amountText(shillingsOf(cents));
