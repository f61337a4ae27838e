import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { figureText } from '#platform/rules/amounts.ts';
import type { County } from '#platform/rules/counties.ts';
import { dayInNairobi, daysAfter, weekName, weekStart } from '#platform/rules/day.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import type { Unit } from '#products/rules/product.ts';
import type { WholeOffer } from '#products/web/catalogue/offer.tsx';
import { oneUnitLabels } from '#products/web/product-texts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { Card } from '#ui/layout/card.tsx';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';
import { rangeText } from './price-data.tsx';

type AskedHintProps = {
  crop: string;
  county: string | undefined;
  isNear?: boolean;
  unit: Unit;
  weightKg: number | null;
  /** In shillings for one unit. A median above this is not suggested. */
  most?: number | undefined;
  onMedian?: (price: number | null) => void;
  onTake: (price: number) => void;
};

export function AskedHint({
  crop,
  county,
  isNear = false,
  unit,
  weightKg,
  most = Number.POSITIVE_INFINITY,
  onMedian,
  onTake,
}: AskedHintProps) {
  const input = { crop, ...(county && { county: county as County }) };
  const { data } = trpc.market.priceHint.useQuery(input, {
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const weight = unit === 'kg' ? 1 : weightKg;
  const median = data?.asked?.median;
  const price = median && weight && weight > 0 ? Math.max(1, Math.round(median * weight)) : null;
  useEffect(() => {
    onMedian?.(price);
    return () => onMedian?.(null);
  }, [onMedian, price]);
  if (!data?.asked) return null;
  const { asked, paid } = data;
  const range = rangeText(asked);
  const place = asked.county ?? m.pricesCountry();
  const askedText =
    isNear && asked.county ? m.priceHintNear({ range }) : m.priceHintAsked({ place, range });
  const lastWeek = weekName(daysAfter(weekStart(dayInNairobi(new Date())), -7));
  const paidText = paid?.week === lastWeek ? m.priceHintPaid : m.priceHintPaidBefore;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <output aria-live="polite">
        {paid ? paidText({ asked: askedText, price: figureText(paid.median) }) : askedText}
      </output>
      {price !== null && price <= most && (
        <button
          type="button"
          onClick={() => onTake(price)}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          {m.priceHintTake({ price: wholeMoneyText(price), unit: oneUnitLabels[unit]() })}
        </button>
      )}
    </p>
  );
}

const LEAST_PERCENT = 2;

export function BelowMedian({ product: { crop, county, pricePerKg } }: { product: WholeOffer }) {
  const { data } = trpc.market.priceHint.useQuery(
    { crop: crop ?? '', county: county as County },
    {
      enabled: crop !== null && pricePerKg !== null,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const median = data?.asked?.median;
  const percent =
    median && pricePerKg !== null ? Math.round((100 * (median - pricePerKg)) / median) : 0;
  const text =
    data?.asked?.week === weekName(weekStart(dayInNairobi(new Date())))
      ? m.priceBelowMedian
      : m.priceBelowLastMedian;
  return (
    percent >= LEAST_PERCENT && <Badge tone="leaf">{text({ percent: String(percent) })}</Badge>
  );
}

export function OwnPrices() {
  const { data } = trpc.farmer.prices.useQuery();
  const prices = (data?.prices ?? []).filter(
    (row) => (row.county ?? row.country ?? row.daysUntilSold) !== null,
  );
  if (!data || prices.length === 0) return null;
  const { county } = data;
  const fastest = prices.find(({ daysUntilSold }) => daysUntilSold !== null);
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.ownPricesTitle()}</h2>
      {typeof fastest?.daysUntilSold === 'number' && (
        <p className="mt-2 font-semibold">
          {m.ownPricesFastest({
            crop: cropNameText(fastest),
            days: figureText(fastest.daysUntilSold),
          })}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line tabular-nums">
        {prices.map((row) => (
          <li
            key={row.crop}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.5"
          >
            <Link
              to="/prices/$crop"
              params={{ crop: row.crop }}
              search={county ? { county } : {}}
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              {cropNameText(row)}
            </Link>
            {row.own !== null && (
              <span>{m.ownPricesYours({ price: wholeMoneyText(row.own) })}</span>
            )}
            <span className="col-span-2 text-muted text-sm">
              {[
                askedText(county ?? '', row.county),
                askedText(m.pricesCountry(), row.country),
                row.daysUntilSold !== null &&
                  m.ownPricesSold({ days: figureText(row.daysUntilSold) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const askedText = (place: string, asked: { median: number; low: number; high: number } | null) =>
  asked &&
  m.ownPricesOthers({ place, price: wholeMoneyText(asked.median), range: rangeText(asked) });
