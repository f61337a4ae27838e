import { Link } from '@tanstack/react-router';
import { categories } from '#products/rules/product-facts.ts';
import { categoryLabels } from '#products/web/product-texts.ts';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';
import type { PricesOverview } from './price-data.tsx';

/** Crops without a price are folded away, unless the whole list was asked for. */
export function CropGroups({
  crops,
  isWhole = false,
}: {
  crops: PricesOverview['crops'];
  isWhole?: boolean;
}) {
  const priced = isWhole ? crops : crops.filter(({ now }) => now !== null);
  const others = isWhole ? [] : crops.filter(({ now }) => now === null);
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {categories.map((group) => {
          const ofGroup = priced.filter((crop) => crop.group === group);
          return (
            ofGroup.length > 0 && (
              <div key={group}>
                <h3 className="border-line border-b pb-1.5 font-bold text-lg">
                  {categoryLabels[group]()}
                </h3>
                <ul className="divide-y divide-line">
                  {ofGroup.map((crop) => (
                    <li
                      key={crop.id}
                      className="flex items-center justify-between gap-4 tabular-nums"
                    >
                      <CropLink crop={crop} />
                      <span
                        className={
                          crop.now === null ? 'text-right text-muted text-sm' : 'font-semibold'
                        }
                      >
                        {crop.now === null ? m.priceReadingNone() : wholeMoneyText(crop.now)}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )
          );
        })}
      </div>
      {others.length > 0 && (
        <details className="mt-6">
          <summary className="min-h-11 py-2.5 font-semibold text-leaf">
            {m.priceListOthers({ count: figureText(others.length) })}
          </summary>
          <ul className="mt-2 gap-x-8 sm:columns-2 lg:columns-3">
            {others.map((crop) => (
              <li key={crop.id}>
                <CropLink crop={crop} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function CropLink({ crop }: { crop: PricesOverview['crops'][number] }) {
  return (
    <Link
      to="/prices/$crop"
      params={{ crop: crop.id }}
      className="link inline-flex min-h-11 items-center"
    >
      {cropNameText(crop)}
    </Link>
  );
}
