import type { WholeOffer } from '#features/products/web/catalogue/offer.ts';
import { daysAgoText, preOrderText } from '#features/products/web/catalogue/offer-texts.ts';
import { quantityText } from '#features/products/web/product-texts.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** The product's details, one per line; unknown ones are left out. */
export function ProductFacts({ product }: { product: WholeOffer }) {
  const { pricePerKg, netWeightKg, unit, harvestDate, expiryDate, county, createdAt, confirmedOn } =
    product;
  const { depositPercent } = product;
  const facts: [label: string, value: string | null][] = [
    [m.factCounty(), county],
    [
      m.factHarvest(),
      harvestDate && (depositPercent ? preOrderText(harvestDate) : harvestText(harvestDate)),
    ],
    [m.factExpiry(), expiryDate && dateText(expiryDate)],
    [m.factPricePerKg(), pricePerKg === null || unit === 'kg' ? null : moneyText(pricePerKg)],
    [m.factNetWeight(), netWeightKg && unit !== 'kg' ? weightText(netWeightKg) : null],
    [m.factListed(), daysAgoText(dayInNairobi(new Date(createdAt)))],
    [m.factChecked(), confirmedOn && daysAgoText(confirmedOn)],
  ];
  return (
    <Card>
      <h2 className="mb-2 font-bold text-xl">{m.productFacts()}</h2>
      <dl className="divide-y divide-line">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex items-baseline justify-between gap-6 py-2.5">
                <dt className="text-muted">{label}</dt>
                <dd className="text-right font-semibold tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

/** "21 Nov 2026 (2 days ago)". A harvest that is to come has only its date. */
const harvestText = (day: Day): string =>
  day > dayInNairobi(new Date())
    ? dateText(day)
    : m.factDateAgo({ date: dateText(day), ago: daysAgoText(day) });

const weightText = (kg: number) => quantityText(kg, 'kg').replace(' ', '\u00a0');
