import { useEffect } from 'react';
import type { Unit } from '#products/rules/product.ts';
import { oneUnitLabels } from '#products/rules/product-texts.ts';
import { figureText } from '#rules/amounts.ts';
import type { County } from '#rules/counties.ts';
import { dayInNairobi, daysAfter, weekName, weekStart } from '#rules/day.ts';
import { m } from '#text';
import { trpc } from '#web/trpc.ts';
import { wholeMoneyText } from '../rules/price.ts';
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
