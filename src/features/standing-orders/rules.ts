import * as z from 'zod/mini';
import { QUANTITY_STEP } from '#orders/rules/limits.ts';
import {
  deliveryChecks,
  fulfilment,
  orderTerms,
  wantedQuantity,
  wishedPart,
} from '#orders/rules/order-input.ts';
import { netWeightKg, type Unit, units } from '#products/rules/product.ts';
import { QUANTITY_MAX } from '#products/rules/product-facts.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText, hasAtMostDecimals, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter, hourInNairobi } from '#rules/day.ts';
import { amount, fieldError, rowId } from '#rules/fields.ts';
import { languages, weekdayName } from '#rules/language.ts';
import { DAY_SECONDS, ID_MAX } from '#rules/limits.ts';
import { routes } from '#rules/routes.ts';
import { m } from '#text';

export const STANDING_ORDERS_MAX = 10;
export const STANDING_LINES_MAX = 30;

/** In Nairobi, of the evening before: the buyer then sees what will be ordered. */
const PROPOSED_FROM_HOUR = 18;

/** Until this hour of the day the buyer can change it. Then it is ordered. */
const CHANGED_UNTIL_HOUR = 5;

/** Nothing is ordered later, because farms could no longer deliver in time. */
const PLACED_UNTIL_HOUR = 12;
export const STANDING_DAYS_KEPT_SECONDS = 90 * DAY_SECONDS;
export const STANDING_CLOCK_SECONDS = 30;

/* Money in KES. */

/**
 * `nearest`: the nearest farm with the same crop and unit for at most the same price replaces the
 * line. `ask`: without an answer the line is left out.
 */
export const missingChoices = ['leaveOut', 'nearest', 'ask'] as const;
export type WhenMissing = (typeof missingChoices)[number];

const ceiling = amount('priceLimitInvalid').check(z.gte(0.01, fieldError('priceLimitInvalid')));

const standingLine = z.object({
  productId: rowId,
  quantity: wantedQuantity,
  /** Per unit. */
  ceiling,
  /** The unit that the price is for; by default the product's. */
  unit: z.optional(z.enum(units, fieldError('fieldInvalid'))),
  netWeightKg,
});

/** Monday is 1 and Sunday is 7, as in ISO 8601. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

const weekdayChoice = z
  .array(z.literal([...weekdays], fieldError('weekdaysRequired')), fieldError('weekdaysRequired'))
  .check(
    z.minLength(1, fieldError('weekdaysRequired')),
    z.maxLength(weekdays.length, fieldError('weekdaysRequired')),
  );

export const createStandingOrderInput = z
  .object({
    fulfilment,
    ...orderTerms,
    wishedPart,
    weekdays: weekdayChoice,
    whenMissing: z._default(z.enum(missingChoices, fieldError('fieldInvalid')), 'leaveOut'),
    lines: z.array(standingLine, fieldError('fieldInvalid')).check(
      z.minLength(1, fieldError('standingLinesRequired')),
      z.maxLength(STANDING_LINES_MAX, fieldError('tooManyStandingLines')),
      z.refine(
        (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
        fieldError('fieldInvalid'),
      ),
    ),
  })
  .check(...deliveryChecks);
export type CreateStandingOrder = z.infer<typeof createStandingOrderInput>;

export const standingOrderIdInput = z.object({ id: z.int().check(z.gte(1), z.lte(ID_MAX)) });

const day = z.iso.date(fieldError('dateInvalid'));

/** `day`: as the buyer saw it; by default the next one. */
export const skipStandingOrderInput = z.extend(standingOrderIdInput, { day: z.optional(day) });

/** A quantity of 0 leaves the line out. */
const changedQuantity = z.number(fieldError('quantityWantedInvalid')).check(
  z.gte(0, fieldError('quantityWantedInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityTooFine')),
  z.refine((given) => given === 0 || given >= QUANTITY_STEP, fieldError('quantityWantedInvalid')),
);

const lineChange = z.object({
  lineId: rowId,
  quantity: changedQuantity,
  productId: z.optional(rowId),
  ceiling: z.optional(ceiling),
  deliveryFee: z.optional(amount('fieldInvalid')),
});
export type LineChange = z.infer<typeof lineChange>;

/** `version`: as the buyer saw it. */
export const changeProposalInput = z.extend(standingOrderIdInput, {
  day,
  version: z.int().check(z.gte(0), z.lte(ID_MAX)),
  lines: z
    .array(lineChange, fieldError('fieldInvalid'))
    .check(z.maxLength(STANDING_LINES_MAX, fieldError('tooManyStandingLines'))),
});
export type ChangeProposal = z.infer<typeof changeProposalInput>;

export type Weekday = (typeof weekdays)[number];

export const standingDayStatuses = ['proposed', 'skipped', 'placed', 'failed'] as const;

export function weekdayOf(day: Day): Weekday {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekdays.find((one) => one % weekdays.length === number) ?? 7;
}

export function firstDayFrom(chosen: readonly Weekday[], from: Day): Day {
  const next = Array.from(weekdays, (_, count) => daysAfter(from, count));
  return next.find((day) => chosen.includes(weekdayOf(day))) ?? from;
}

export const firstDayAfterToday = (chosen: readonly Weekday[], now: Date): Day =>
  firstDayFrom(chosen, daysAfter(dayInNairobi(now), 1));

/** A bit for each weekday. */
export const bitsOf = (chosen: readonly Weekday[]): number =>
  chosen.reduce<number>((bits, weekday) => bits | (1 << weekday), 0);
export const weekdaysOf = (bits: number): Weekday[] =>
  weekdays.filter((weekday) => (bits & (1 << weekday)) !== 0);

export function lastProposedDay(now: Date): Day {
  const today = dayInNairobi(now);
  return now >= hourInNairobi(today, PROPOSED_FROM_HOUR) ? daysAfter(today, 1) : today;
}

export function lastPlacedDay(now: Date): Day {
  const today = dayInNairobi(now);
  return now >= changeableUntil(today) ? today : daysAfter(today, -1);
}

/** After that the day's order is placed. */
export const changeableUntil = (day: Day): Date => hourInNairobi(day, CHANGED_UNTIL_HOUR);

export const isMissed = (day: Day, now: Date): boolean =>
  now >= hourInNairobi(day, PLACED_UNTIL_HOUR);

/** "Tuesday 3/3". Short, because it is part of an SMS. */
export function dayText(day: Day, on: { locale: Language }): string {
  const [, month, date] = day.split('-').map(Number);
  return `${weekdayName(day, on)} ${date}/${month}`;
}

/** The subject of all notices about standing orders, because one page shows all standing orders. */
export const standingSubject = 'standing orders';
export const standingLink = routes.standingOrders.path;

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
