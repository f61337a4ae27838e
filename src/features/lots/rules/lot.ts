/*
 * A buyer asks for more than one farm has. Farms give shares, which reserve their stock, until the
 * lot closes; the buyer then takes all shares as one checkout, or lets the lot go
 * (docs/decisions/0163).
 */

import {
  centsOf,
  lineTotalCents,
  roundedToHundredths,
  roundedUpToShilling,
  shillingsOf,
} from '#rules/amounts.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';

export const lotStatuses = ['open', 'closed', 'taken', 'letGo', 'lapsed'] as const;
export type LotStatus = (typeof lotStatuses)[number];

/**
 * `asked`: the share is kept for a farm that waited in line, until its hour is over. `proposed`:
 * by a clerk, until the farm answers.
 */
export const shareStatuses = ['given', 'waiting', 'asked', 'ordered', 'over', 'proposed'] as const;
export type ShareStatus = (typeof shareStatuses)[number];

/** These shares have no order yet. */
export const unorderedStatuses = ['given', 'asked', 'waiting'] as const satisfies ShareStatus[];

/** A lot that closed can open once more. One that ended stays as it is. */
const steps: Record<LotStatus, readonly LotStatus[]> = {
  open: ['open', 'closed', 'letGo', 'lapsed'],
  closed: ['open', 'taken', 'letGo', 'lapsed'],
  taken: [],
  letGo: [],
  lapsed: [],
};
export const isUndecided = ({ status }: { status: LotStatus }): boolean => steps[status].length > 0;
export const undecidedStatuses = lotStatuses.filter((status) => isUndecided({ status }));
export const decidedStatuses = lotStatuses.filter((status) => !isUndecided({ status }));
export const mayMoveLot = (from: LotStatus, to: LotStatus): boolean => steps[from].includes(to);

/** The shares that fill a lot. */
export const fillingStatuses = ['given', 'asked', 'ordered'] as const satisfies ShareStatus[];
type PromisedShare = { status: ShareStatus; quantity: number };
/** A farm that is asked for its share has not answered yet. */
const isPromised = ({ status }: PromisedShare) => status === 'given';
export const promisedOf = (shares: PromisedShare[]): number =>
  roundedToHundredths(shares.filter(isPromised).reduce((sum, { quantity }) => sum + quantity, 0));
/** In KES. Each farm's order is rounded up to the shilling. */
export const promisedSum = (lot: { shares: PromisedShare[]; price: number }): number =>
  shillingsOf(
    lot.shares.filter(isPromised).reduce((sum, { quantity }) => {
      const priceCents = centsOf(lot.price);
      return sum + roundedUpToShilling(lineTotalCents(priceCents, quantity));
    }, 0),
  );
export const isFilling = ({ status }: { status: ShareStatus }): boolean =>
  fillingStatuses.some((filling) => filling === status);

export const LOTS_OF_BUYER_MAX = 10;
export const LOT_POINTS_MAX = 5;
export const LOT_DAYS_AHEAD = 60;
export const LOT_PRICE_MIN_KES = 1;
export const QUALITY_MAX = 500;
export const PLACE_MAX = 60;
/** The smallest share is large enough that no more farms fill a lot. */
export const LOT_FARMS_MAX = 150;
export const LOT_LINE_MAX = 50;
export const LOT_SHARES_MAX = LOT_FARMS_MAX + LOT_LINE_MAX + 1;
/** How far from a collection point farms are told of a lot. */
export const LOT_REACH_METRES = 50_000;
export const LOT_TOLD_MAX = 500;
export const LOTS_LISTED_MAX = 50;
export const PROPOSED_MAX = 50;
/** After a silence of this length a closed lot lapses, and the farms have their stock again. */
export const LOT_DECISION_SECONDS = DAY_SECONDS;
/** How long a farm that waited in line has to answer. */
export const LOT_ASKED_SECONDS = HOUR_SECONDS;
/** Once other orders of its lot are paid, an unpaid one is cancelled after this time. */
export const LOT_UNPAID_SECONDS = 2 * HOUR_SECONDS;
export const LOT_CLOCK_SECONDS = 30;
/** The farms of the last week are asked so long before the others. */
export const LOT_AHEAD_SECONDS = DAY_SECONDS;
export const LOTS_KEPT_SECONDS = 90 * DAY_SECONDS;
const REPEATED_DAYS = 7;

type Times = { day: Day; closesAt: Date };

/** It closes before its day ends, and leaves the buyer and the farms some time. */
export const isLotTimely = ({ day, closesAt }: Times, now: Date): boolean =>
  day >= dayInNairobi(now) &&
  day <= daysAfter(dayInNairobi(now), LOT_DAYS_AHEAD) &&
  closesAt > now &&
  closesAt < endOfDayInNairobi(day);

/** After a day of silence, but at the end of the lot's day at the latest. */
export function decideBy({ day }: Pick<Times, 'day'>, closedAt: Date): Date {
  const decided = new Date(closedAt.getTime() + LOT_DECISION_SECONDS * 1000);
  const end = endOfDayInNairobi(day);
  return decided < end ? decided : end;
}

type Lot = { status: LotStatus; closesAt: Date };
export const isTakingShares = ({ status, closesAt }: Lot, now: Date): boolean =>
  status === 'open' && now < closesAt;

/** A full lot takes no shares, but farms wait in line in case another falls out. */
export const isLineOpen = (
  { status, day, left }: { status: LotStatus; day: Day; left: number },
  now: Date,
): boolean => left === 0 && (status === 'closed' || status === 'taken') && day >= dayInNairobi(now);

/** The last piece may be smaller than a share. */
export const isShareLarge = (quantity: number, lot: { smallestShare: number; left: number }) =>
  quantity >= lot.smallestShare || quantity === lot.left;

export const leftOf = (quantity: number, given: number): number =>
  Math.max(0, roundedToHundredths(quantity - given));

export const nextWeek = ({ day, closesAt }: Times): Times => ({
  day: daysAfter(day, REPEATED_DAYS),
  closesAt: new Date(closesAt.getTime() + REPEATED_DAYS * DAY_SECONDS * 1000),
});

export const pointHours = ({ fromHour, untilHour }: { fromHour: number; untilHour: number }) =>
  `${fromHour}:00-${untilHour}:00`;

export const pointText = (point: Parameters<typeof pointHours>[0] & { name: string }) =>
  `${point.name}, ${pointHours(point)}`;

export const isTakingRides = ({ status, day }: { status: LotStatus; day: Day }, now: Date) =>
  status !== 'letGo' && status !== 'lapsed' && day >= dayInNairobi(now);

type Carried = { quantity: number; metres: number };

/** By quantity, which stands for kilos, and kilometres, at least one. Adds up to the price. */
export function splitByWay(priceCents: Cents, shares: readonly Carried[]): Cents[] {
  const ways = shares.map((one) => one.quantity * Math.max(METRES_PER_KILOMETRE, one.metres));
  const whole = ways.reduce((sum, way) => sum + way, 0);
  let [upTo, before] = [0, 0];
  return ways.map((way) => {
    upTo += way;
    const from = before;
    before = Math.round(priceCents * (upTo / whole));
    return before - from;
  });
}

export const lotSubject = (lotId: number) => `lot/${lotId}`;
export const lotLink = (lotId: number) => `/lots/${lotId}`;
