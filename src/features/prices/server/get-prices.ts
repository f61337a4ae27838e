import { findFarmCounty } from '#farms/server/queries.ts';
import { type Crop, findCrop } from '#products/rules/crops.ts';
import { listDaysUntilSold, listOwnPrices } from '#products/server/queries.ts';
import { dayInNairobi, daysAfter, weekName, weekStart } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  COUNTRY,
  MOVERS_DAYS_DEFAULT,
  MOVERS_MAX,
  PRICE_WEEKS_DEFAULT,
  SOLD_OUT_WITHIN_SECONDS,
} from '../rules/price.ts';
import type { CropPrices, Movers, PriceHint } from '../rules/price-input.ts';
import { listReferenceWeeks } from './observation-queries.ts';
import {
  listCounties,
  listCountryPrices,
  listWeeks,
  listWeeksOfCrops,
  type ShownCell,
} from './queries.ts';

const WEEK_DAYS = 7;

/** The maximum age of a price that counts as current. */
export const HINT_WEEKS = 2;
const MAP_WEEKS = 8;

/** Per kg, in whole shillings. The middle half of the farms lies between low and high. */
export type AskedPrice = { median: number; low: number; high: number; farms: number };
export type PaidPrice = AskedPrice & { orders: number };
type PriceWeek = { week: string; asked: AskedPrice | null; paid: PaidPrice | null };

export function cropOf(id: string): Crop {
  const crop = findCrop(id);
  if (!crop) throw new AppError('CROP_NOT_FOUND');
  return crop;
}

const askedOf = ({ median, low, high, farms }: ShownCell): AskedPrice => ({
  median,
  low,
  high,
  farms,
});
const paidOf = ({ orders, ...cell }: ShownCell): PaidPrice => ({
  ...askedOf({ orders, ...cell }),
  orders,
});

export const firstOf = (weeks: number, today: Day) =>
  daysAfter(weekStart(today), -WEEK_DAYS * (weeks - 1));

/**
 * Oldest first and the current week last. A price is null if there were too few farms or buyers to
 * show it.
 */
export async function getPrices(
  db: Database,
  { crop: id, county, weeks = PRICE_WEEKS_DEFAULT }: CropPrices,
  { clock }: Pick<Services, 'clock'>,
) {
  const crop = cropOf(id);
  const today = dayInNairobi(clock());
  const since = firstOf(weeks, today);
  const cells = await listWeeks(db, { crop: crop.id, counties: [county ?? COUNTRY], since, today });
  const mondays = Array.from({ length: weeks }, (_, at) => daysAfter(since, at * WEEK_DAYS));
  return {
    crop: crop.id,
    county: county ?? null,
    unit: 'kg' as const,
    weeks: mondays.map((monday): PriceWeek => {
      const ofWeek = cells.filter(({ firstDay }) => firstDay === monday);
      return { week: weekName(monday), ...priceOf(ofWeek) };
    }),
  };
}

/** With the prices that others publish. */
export async function getPublishedPrices(
  db: Database,
  { weeks = PRICE_WEEKS_DEFAULT, ...input }: CropPrices,
  { clock }: Pick<Services, 'clock'>,
) {
  const prices = await getPrices(db, { ...input, weeks }, { clock });
  const { crop, county } = prices;
  const since = firstOf(weeks, dayInNairobi(clock()));
  const reference = await listReferenceWeeks(db, { crop, county, since });
  return {
    ...prices,
    reference: reference.map(({ monday, ...row }) => ({ week: weekName(monday), ...row })),
  };
}

function priceOf(cells: readonly ShownCell[]): {
  asked: AskedPrice | null;
  paid: PaidPrice | null;
} {
  const asked = cells.find(({ kind }) => kind === 'asked');
  const paid = cells.find(({ kind }) => kind === 'paid');
  return { asked: asked ? askedOf(asked) : null, paid: paid ? paidOf(paid) : null };
}

type Mover = { crop: string; en: string; sw: string; now: number; before: number; change: number };

/** The biggest change first. `change` is in percent, with one decimal. */
export async function listMovers(
  db: Database,
  { days = MOVERS_DAYS_DEFAULT }: Movers,
  { clock }: Pick<Services, 'clock'>,
): Promise<Mover[]> {
  const today = dayInNairobi(clock());
  const now = await listCountryPrices(db, today);
  const before = new Map(
    (await listCountryPrices(db, daysAfter(today, -days))).map(({ crop, median }) => [
      crop,
      median,
    ]),
  );
  const movers = now.flatMap(({ crop: id, median }) => {
    const [crop, then] = [findCrop(id), before.get(id)];
    if (!crop || !then || then === median) return [];
    const change = Math.round((1000 * (median - then)) / then) / 10;
    return [
      { crop: crop.id, en: crop.english, sw: crop.swahili, now: median, before: then, change },
    ];
  });
  return movers.sort(byChange).slice(0, MOVERS_MAX);
}

const byChange = (one: Mover, other: Mover) =>
  Math.abs(other.change) - Math.abs(one.change) || (one.crop < other.crop ? -1 : 1);

/** Leaves out counties without a shown price. */
export async function listCountyPrices(
  db: Database,
  { crop: id }: { crop: string },
  { clock }: Pick<Services, 'clock'>,
) {
  const crop = cropOf(id);
  const today = dayInNairobi(clock());
  const cells = await listCounties(db, { crop: crop.id, since: firstOf(MAP_WEEKS, today), today });
  return {
    crop: crop.id,
    unit: 'kg' as const,
    counties: [...new Set(cells.map(({ county }) => county))].map((county) => {
      const ofCounty = cells.filter((cell) => cell.county === county);
      const newest = ofCounty.map(({ firstDay }) => firstDay).sort();
      return { county, week: weekName(newest.at(-1) ?? today), ...priceOf(ofCounty) };
    }),
  };
}

/**
 * The county's price if it is shown, otherwise the country's (`county` null). `asked` is from this
 * week or the last one, `paid` from the last one or the one before.
 */
export async function getPriceHint(
  db: Database,
  { crop: id, county }: PriceHint,
  { clock }: Pick<Services, 'clock'>,
) {
  const crop = cropOf(id);
  const today = dayInNairobi(clock());
  const since = firstOf(HINT_WEEKS + 1, today);
  const counties = county ? [county, COUNTRY] : [COUNTRY];
  const cells = await listWeeks(db, { crop: crop.id, counties, since, today });
  const earliest = { asked: firstOf(HINT_WEEKS, today), paid: since };
  const newestOf = (kind: 'asked' | 'paid') => {
    const usable = cells.filter((cell) => cell.kind === kind && cell.firstDay >= earliest[kind]);
    return usable.find((cell) => cell.county !== COUNTRY) ?? usable[0] ?? null;
  };
  const [asked, paid] = [newestOf('asked'), newestOf('paid')];
  return {
    crop: crop.id,
    unit: 'kg' as const,
    asked: asked && { ...askedOf(asked), ...placeOf(asked) },
    paid: paid && { ...paidOf(paid), ...placeOf(paid) },
  };
}

const placeOf = ({ county, firstDay }: ShownCell) => ({
  county: county === COUNTRY ? null : county,
  week: weekName(firstDay),
});

/**
 * Prices per kg in whole shillings, and the median days until sold out of products listed in the
 * last 90 days. The fastest crop comes first.
 */
export async function listPricesOfFarmer({ db, user, clock }: Call<'farmer'>) {
  const farmerId = user.id;
  const now = clock();
  const today = dayInNairobi(now);
  const county = await findFarmCounty(db, farmerId);
  const own = await listOwnPrices(db, farmerId, today);
  const sold = new Map(
    (
      await listDaysUntilSold(db, { farmerId, since: secondsAfter(now, -SOLD_OUT_WITHIN_SECONDS) })
    ).map((row) => [row.crop, row.days]),
  );
  const ownPrices = new Map(own.map((row) => [row.crop, row.own]));
  const crops = [...new Set([...ownPrices.keys(), ...sold.keys()])];
  const cells = await listWeeksOfCrops(db, {
    crops,
    counties: [county, COUNTRY],
    since: firstOf(HINT_WEEKS, today),
  });
  const askedIn = (crop: string, place: string) => {
    const cell = cells.find((row) => row.crop === crop && row.county === place);
    return cell ? askedOf(cell) : null;
  };
  const prices = crops.flatMap((id) => {
    const crop = findCrop(id);
    if (!crop) return [];
    return [
      {
        crop: crop.id,
        en: crop.english,
        sw: crop.swahili,
        own: ownPrices.get(id) ?? null,
        county: county ? askedIn(id, county) : null,
        country: askedIn(id, COUNTRY),
        daysUntilSold: sold.get(id) ?? null,
      },
    ];
  });
  const daysOf = (price: { daysUntilSold: number | null }) =>
    price.daysUntilSold ?? Number.MAX_SAFE_INTEGER;
  return {
    county: county || null,
    unit: 'kg' as const,
    prices: prices.sort((one, other) => daysOf(one) - daysOf(other)),
  };
}
