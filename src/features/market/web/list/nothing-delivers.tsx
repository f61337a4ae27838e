import { Link } from '@tanstack/react-router';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { FollowPlace } from '#features/follows/web/follow-place.tsx';
import type { Offer } from '#features/products/web/catalogue/offer.ts';
import { reachTexts } from '#features/products/web/catalogue/offer-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

/**
 * Above a list without a product that is delivered to the buyer: one line that says so, leads to
 * the nearest farm, where the buyer can collect, and offers a notice when a farm delivers here. It
 * speaks of these products only, because farms that are not in the list may deliver.
 */
export function NothingDelivers({ products }: { products: readonly Offer[] }) {
  const nearest = nearestOf(products);
  if (!nearest) return null;
  const { farmId } = nearest.offer;
  return (
    <p
      role="status"
      className="flex min-h-10 items-center gap-x-2 text-[0.8125rem] leading-tight *:-my-1 sm:gap-x-3 sm:text-sm"
    >
      <span className="min-w-0">{m.nothingDeliversHere()}</span>
      <Link
        to="/farm/$farmId"
        params={{ farmId }}
        className="link inline-flex min-h-12 shrink-0 items-center font-semibold"
      >
        {m.nothingDeliversCollect({ distance: nearest.distance })}
        <span className="sr-only">: {farmTitle(nearest.offer)}</span>
      </Link>
      <FollowPlace />
    </p>
  );
}

/** The product of the nearest farm, and how far it is; null without a known place. */
export function nearestOf(products: readonly Offer[]): { offer: Offer; distance: string } | null {
  const [offer] = products
    .filter(({ distanceKm }) => distanceKm !== null)
    .sort((a, b) => Number(a.distanceKm) - Number(b.distanceKm));
  const distance = offer && reachTexts(offer)?.distance;
  return distance ? { offer, distance } : null;
}
