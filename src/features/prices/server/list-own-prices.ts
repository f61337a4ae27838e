import { findFarmCounty } from '#farms/server/queries.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { SOLD_OUT_WITHIN_SECONDS } from '#prices/rules/limits.ts';
import { findCrop } from '#products/rules/crops.ts';
import { listDaysUntilSold, listOwnPrices } from '#products/server/queries.ts';
import { COUNTRY } from '../rules/price.ts';
import { askedOf, firstOf, HINT_WEEKS } from './get-prices.ts';
import { listWeeksOfCrops } from './series-queries.ts';

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
