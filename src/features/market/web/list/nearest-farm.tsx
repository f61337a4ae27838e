import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { readOffers } from '#products/web/catalogue/offer.ts';
import { m } from '#text';
import type { MarketFilter } from './market-search.ts';
import { NothingDelivers, nearestOf } from './nothing-delivers.tsx';

/** Below an empty list that is limited by distance. */
export function NearestFarm({ filter }: { filter: MarketFilter }) {
  const { deliversToMe, maxDistanceKm, ...rest } = filter;
  const isLimited = Boolean(deliversToMe || maxDistanceKm) && rest.latitude !== undefined;
  const nearest = trpc.market.cards.useQuery(
    { ...rest, sort: 'nearest' },
    { enabled: isLimited, retry: retryUnlessRefused, select: readOffers },
  );
  if (!isLimited || !nearest.data) return null;
  if (deliversToMe && !nearest.data.some((offer) => offer.deliversToMe))
    return (
      <div className="mx-auto w-fit">
        <NothingDelivers products={nearest.data} isAll what={filter.search} />
      </div>
    );
  const distance = nearestOf(nearest.data)?.distance;
  return distance && <Notice type="info">{m.nearestIs({ distance })}</Notice>;
}
