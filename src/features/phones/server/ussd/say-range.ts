import { findFarmCounty } from '#features/farms/server/queries.ts';
import { getPriceHint } from '#features/prices/server/get-prices.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { pricedUnitText } from '#features/products/rules/unit-texts.ts';
import { findCounty } from '#platform/rules/geo/counties.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { shortAmount } from '#platform/rules/text/sms-words.ts';
import { say } from '../say.ts';
import type { On } from './define-screen.ts';
import type { ScreenName } from './screen.ts';

type Packed = { crop: string | null; unit: Unit; netWeightKg: number | null };

/**
 * The prices of farmers nearby for a crop, in this packing if its weight is known, otherwise per
 * kg; empty if there are too few.
 */
export async function sayRange(
  { db, services, speaker, language }: On<ScreenName>,
  { crop, unit, netWeightKg }: Packed,
): Promise<string> {
  if (crop === null) return '';
  const county = findCounty(await findFarmCounty(db, speaker.userId));
  const { asked } = await getPriceHint(db, { crop, ...(county && { county }) }, services);
  if (!asked) return '';
  const weight = unit === 'kg' ? 1 : netWeightKg;
  const amountOf = (kes: number) => shortAmount(Math.round(kes * (weight ?? 1)));
  return say(language, m.smsPriceRange, {
    place: asked.county ?? say(language, m.smsKenya, {}),
    low: amountOf(asked.low),
    high: amountOf(asked.high),
    one: pricedUnitText(weight === null ? 'kg' : unit, netWeightKg, { locale: language }),
  });
}
