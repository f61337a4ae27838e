import { Link } from '@tanstack/react-router';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { FollowPlace } from '#follows/web/follow-place.tsx';
import { useBuyerPlace } from '#products/web/catalogue/buyer-place.ts';
import { type Offer, reachTexts } from '#products/web/catalogue/offer.ts';
import { m } from '#text';

type NothingDeliversProps = {
  products: readonly Offer[];
  /** No other page can have a product that is delivered. */
  isAll: boolean;
  what: string | undefined;
};

/** Leads to the nearest farm to collect from, and offers a notice when a farm delivers here. */
export function NothingDelivers({ products, isAll, what }: NothingDeliversProps) {
  const nearest = nearestOf(products);
  const place = useBuyerPlace();
  if (!nearest || !place) return null;
  const { farmId } = nearest.offer;
  return (
    <p
      role="status"
      className="flex min-h-10 items-center gap-x-2 text-[0.8125rem] leading-tight *:-my-1 sm:gap-x-3 sm:text-sm"
    >
      <span className="min-w-0">
        {isAll
          ? m.nothingDeliversYet({ what: what || m.nothingDeliversThese(), place: place.name })
          : m.nothingDeliversHere()}{' '}
        <Link to="/farm/$farmId" params={{ farmId }} className="link font-semibold">
          {m.nothingDeliversCollect({ distance: nearest.distance })}
          <span className="sr-only"> {farmTitle(nearest.offer)}</span>
        </Link>
      </span>
      <FollowPlace />
    </p>
  );
}

/** Null without a known place. */
export function nearestOf(products: readonly Offer[]): { offer: Offer; distance: string } | null {
  const [offer] = products
    .filter(({ distanceKm }) => distanceKm !== null)
    .sort((a, b) => Number(a.distanceKm) - Number(b.distanceKm));
  const distance = offer && reachTexts(offer)?.distance;
  return distance ? { offer, distance } : null;
}
