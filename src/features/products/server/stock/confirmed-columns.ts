import { freshUntil } from '#features/products/rules/freshness.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';

/** A product that had left the market returns. */
export function confirmedColumns(
  product: { crop: string | null; harvestDate: Day | null },
  now: Date,
) {
  const today = dayInNairobi(now);
  return {
    status: 'available' as const,
    confirmedOn: today,
    freshUntil: freshUntil(product, today),
    askedAt: null,
  };
}
