import { Link } from '@tanstack/react-router';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { FollowToggle } from '#follows/web/follow-toggle.tsx';
import { type Offer, reachTexts, readOffers } from '#products/web/catalogue/offer.tsx';
import { useBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { Notice } from '#ui/feedback.tsx';
import { trpc } from '#web/trpc.ts';
import type { MarketFilter } from './market-search.ts';

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

export function nearestOf(products: readonly Offer[]): { offer: Offer; distance: string } | null {
  const [offer] = products
    .filter(({ distanceKm }) => distanceKm !== null)
    .sort((a, b) => Number(a.distanceKm) - Number(b.distanceKm));
  const distance = offer && reachTexts(offer)?.distance;
  return distance ? { offer, distance } : null;
}

export function NearestFarm({ filter }: { filter: MarketFilter }) {
  const { deliversToMe, maxDistanceKm, ...rest } = filter;
  const isLimited = Boolean(deliversToMe || maxDistanceKm) && rest.latitude !== undefined;
  const nearest = trpc.market.cards.useQuery(
    { ...rest, sort: 'nearest' },
    { enabled: isLimited, select: readOffers },
  );
  if (!isLimited || !nearest.data) return null;
  if (deliversToMe && !nearest.data.some((offer) => offer.deliversToMe))
    return (
      <div className="mx-auto w-fit">
        <NothingDelivers products={nearest.data} isAll what={filter.search} />
      </div>
    );
  const distance = nearestOf(nearest.data)?.distance;
  return distance && <Notice type="info">{m.nothingDeliversCollect({ distance })}</Notice>;
}

/** The place's name is only sent on a press. */
function FollowPlace() {
  const place = useBuyerPlace();
  if (!place) return null;
  const name = place.name === m.placeGpsName() ? '' : place.name;
  return <FollowToggle followed={{ kind: 'place', ...place, name }} />;
}
