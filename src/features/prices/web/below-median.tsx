import type { WholeOffer } from '#products/web/catalogue/offer.tsx';
import type { County } from '#rules/counties.ts';
import { dayInNairobi, weekName, weekStart } from '#rules/day.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback.tsx';
import { trpc } from '#web/trpc.ts';

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
