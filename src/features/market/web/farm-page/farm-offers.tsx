import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trpc } from '#platform/web/client/trpc.ts';
import { useIsHydrated } from '#platform/web/ui/browser/screen-state.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { EmptyState, QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { useBuyerPlace } from '#products/web/catalogue/buyer-place.ts';
import { readOfferPages } from '#products/web/catalogue/offer.ts';
import {
  type FarmList,
  farmOffersInput,
  farmOffersOptions,
  readFarmProducts,
} from '#products/web/catalogue/page-queries.ts';
import { m } from '#text';
import { CardIcons } from '../offers/product-card.tsx';
import { CardsSkeleton, ProductCards } from '../offers/product-cards.tsx';

type FarmOffersProps = { farmId: number; after: string | undefined };

export function FarmOffers({ farmId, after }: FarmOffersProps) {
  const offers = useFarmOffers({ farmId, after, place: useBuyerPlace() });
  const isHydrated = useIsHydrated();
  return (
    <QueryView query={offers} skeleton={<CardsSkeleton />} errorText={m.productsLoadFailed()}>
      {(pages) => {
        const products = pages.flat();
        if (products.length === 0 && !after) {
          const others = (
            <Link to="/market" className={buttonClass({ variant: 'secondary' })}>
              {m.productBackToMarket()}
            </Link>
          );
          return <EmptyState picture="search" title={m.farmSellsNothing()} action={others} />;
        }
        return (
          <>
            {after && (
              <Link
                to="/farm/$farmId"
                params={{ farmId }}
                className="link mb-4 inline-flex min-h-11 items-center"
              >
                {m.productsFromStart()}
              </Link>
            )}
            <CardIcons />
            <ProductCards products={products} isOfOneFarm hasCartBar />
            {offers.hasNextPage && !isHydrated && (
              <div className="mt-6 grid justify-items-center gap-3">
                <Link
                  to="/farm/$farmId"
                  params={{ farmId }}
                  search={{ after: readFarmProducts(farmId, after)?.nextCursor ?? undefined }}
                  rel="next"
                  className={buttonClass({ variant: 'secondary' })}
                >
                  {m.productsShowMore()}
                </Link>
              </div>
            )}
            {offers.hasNextPage && isHydrated && (
              <div className="mt-6 grid justify-items-center gap-3">
                {offers.isFetchNextPageError && <Notice type="error">{m.loadFailed()}</Notice>}
                <Button
                  variant="secondary"
                  isBusy={offers.isFetchingNextPage}
                  onClick={() => void offers.fetchNextPage()}
                >
                  {m.productsShowMore()}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

export const useFarmOffers = (list: FarmList) =>
  trpc.market.cards.useInfiniteQuery(farmOffersInput(list), {
    ...farmOffersOptions(list),
    ...(list.after && { initialCursor: list.after }),
    // Until the products with distances arrive.
    placeholderData: keepPreviousData,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: readOfferPages,
  });
