import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import { freshUntil } from '#products/rules/freshness.ts';

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
