import type { BuyerPlace } from '#features/products/web/catalogue/buyer-place.ts';
import type { Offer } from '#features/products/web/catalogue/offer.ts';
import { reachTexts } from '#features/products/web/catalogue/offer-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/**
 * Above a list without a product that is delivered to the buyer: how far away the nearest farm is,
 * and how to collect there.
 */
export function NothingDelivers({
  place,
  products,
}: {
  place: BuyerPlace;
  products: readonly Offer[];
}) {
  const distance = nearestText(products);
  if (!distance) return null;
  return (
    <Notice type="info" className="mb-3">
      {m.nothingDelivers({ place: place.name, distance })}
    </Notice>
  );
}

/** The distance of the nearest of their farms; null without a known place. */
export function nearestText(products: readonly Offer[]): string | null {
  const [nearest] = products
    .filter(({ distanceKm }) => distanceKm !== null)
    .sort((a, b) => Number(a.distanceKm) - Number(b.distanceKm));
  return (nearest && reachTexts(nearest)?.distance) ?? null;
}
