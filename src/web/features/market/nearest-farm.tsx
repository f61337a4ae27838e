import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import type { BuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { reachTexts } from '#web/features/catalogue/offer-texts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { MarketFilter } from './market-search.ts';

/** Above a list of which nothing is delivered to the buyer: how far the nearest farm is, and how to collect there. */
export function NothingDelivers({ place, products }: { place: BuyerPlace; products: readonly Offer[] }) {
  const distance = nearestText(products);
  if (!distance) return null;
  return (
    <Notice type="info" className="mb-3">
      {m.nothingDelivers({ place: place.name, distance })}
    </Notice>
  );
}

/** Below an empty list that is limited by distance: how far away the nearest farm is that has what is searched for. */
export function NearestFarm({ filter }: { filter: MarketFilter }) {
  const { deliversToMe, maxDistanceKm, ...rest } = filter;
  const isLimited = Boolean(deliversToMe || maxDistanceKm) && rest.latitude !== undefined;
  const nearest = trpc.market.products.useQuery({ ...rest, sort: 'nearest' }, { enabled: isLimited, retry: retryUnlessRefused });
  const distance = isLimited && nearest.data ? nearestText(nearest.data.products) : null;
  return distance && <Notice type="info">{m.nearestIs({ distance })}</Notice>;
}

function nearestText(products: readonly Offer[]): string | null {
  const [nearest] = products
    .filter(({ distanceKm }) => distanceKm !== null)
    .sort((a, b) => Number(a.distanceKm) - Number(b.distanceKm));
  return (nearest && reachTexts(nearest)?.distance) ?? null;
}
